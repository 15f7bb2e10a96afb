import { addDays, monthName, type Day } from '@portal/domain/kernel/day'
import { decimalString } from '@portal/domain/kernel/money'
import { inCurrency, singleLine, usageLines } from './line-items.ts'
import { Random } from './random.ts'

/** An invoice that demonstrates one case; amounts are in cents, days relative to today. */
interface Special {
  cents: number
  dueCents?: number
  /** The due date relative to today, negative for the past; null for none. */
  due: number | null
  fields?: Record<string, unknown> & { currencyIsoCode?: string }
}

// For aging: a day inside every bucket, and its first and last days.
const overdue = [-1, -10, -30, -31, -45, -60, -61, -75, -90, -91, -120, -240]

const specials: Special[] = [
  ...overdue.map((due, at): Special => ({ cents: 84_500 + at * 12_345, due })),
  ...[0, 1, 14, 30, 31, 60].map((due, at): Special => ({ cents: 150_000 + at * 7_777, due })),
  { cents: 61_200, due: null, fields: { name: 'Due on receipt of the signed agreement' } },
  { cents: 5_000_000, due: 12, fields: { name: 'Exactly at the card limit' } },
  { cents: 5_000_001, due: 12, fields: { name: 'One cent above the card limit' } },
  { cents: 18_245_050, due: 25, fields: { name: 'Annual enterprise license' } },
  { cents: 920_000, dueCents: 412_550, due: 5, fields: { name: 'Partly paid by wire' } },
  // Charged in the books, but not subtracted from the balance yet, so shown as pending.
  { cents: 231_075, due: 3, fields: { hasBeenCharged: true } },
  { cents: 88_040, due: -4, fields: { hasBeenCharged: true } },
  { cents: 31_000, dueCents: 0, due: -20, fields: { hasBeenCharged: true } },
  { cents: -145_000, dueCents: 0, due: -50, fields: { name: 'Credit: unused licenses' } },
  { cents: -72_599, due: -15, fields: { name: 'Credit: outage of 14 March' } },
  { cents: -25_000, due: null, fields: { currencyIsoCode: 'EUR', subsidiary: 'MTS-EU' } },
  { cents: 7_500, due: -12, fields: { isLateFee: true, invoiceType: 'Late Fee' } },
  {
    cents: 11_250,
    due: -70,
    fields: { isLateFee: true, invoiceType: 'Late Fee', source: 'Zuora' },
  },
  { cents: 3_500, dueCents: 0, due: -160, fields: { isLateFee: true, invoiceType: 'Late Fee' } },
  { cents: 640_000, due: 18, fields: { currencyIsoCode: 'EUR', subsidiary: 'MTS-EU' } },
  { cents: 512_385, due: -33, fields: { currencyIsoCode: 'EUR', subsidiary: 'MTS-EU' } },
  { cents: 298_000, due: 9, fields: { currencyIsoCode: 'GBP', subsidiary: 'MTS-EU' } },
  { cents: 47_900, due: 20, fields: { hasPdf: false } },
  { cents: 52_300, due: 20, fields: { hasXls: false } },
  { cents: 39_900, due: 21, fields: { hasPdf: false, hasXls: false, source: 'Zuora' } },
  { cents: 0, due: 10, fields: { name: 'Free trial' } },
  { cents: 1, due: 10, fields: { name: 'One cent' } },
  { cents: 118_800, due: 7, fields: { name: 'Υπηρεσίες δεδομένων αγοράς Αθηνών' } },
  { cents: 134_900, due: 8, fields: { name: 'Лицензии торговых терминалов' } },
  { cents: 97_300, due: 9, fields: { name: '市場データ利用料（東京）' } },
  {
    cents: 205500,
    due: 16,
    fields: {
      name:
        'Consolidated license and market data charges of the London, Frankfurt am Main and Zürich desks ' +
        'under the master agreement as amended',
      servicePeriod: 'Quarterly, three desks',
    },
  },
  { cents: 83_000, due: 11, fields: { invoiceNumber: '0001234', customerNumber: '000042' } },
  { cents: 66_000, due: 11, fields: { source: 'Netsuite', invoiceType: 'Professional Services' } },
]

/** Yields an invoice of Aldgate for every case that has a rule. */
export function* specialInvoices(accountId: string, name: string, today: Day) {
  const random = new Random(7)
  for (const [at, special] of specials.entries()) {
    const { cents, dueCents = cents, due, fields } = special
    const currency = fields?.currencyIsoCode ?? 'USD'
    const date = due === null ? addDays(today, -25) : addDays(today, Math.min(due - 30, 0))
    yield {
      record: 'invoice',
      accountId,
      name,
      invoiceNumber: `MTS-S${String(at + 1).padStart(3, '0')}`,
      customerNumber: 'ALD-001',
      invoiceType: 'License',
      source: 'Salesforce',
      subsidiary: 'MTS-US',
      date,
      dueDate: due === null ? null : addDays(today, due),
      serviceMonth: date.slice(0, 7),
      servicePeriod: monthName(date),
      currencyIsoCode: currency,
      amount: decimalString(cents, currency),
      balanceDue: decimalString(dueCents, currency),
      portalPayments: [],
      lineItems: cents === 0 ? [] : inCurrency(singleLine(random, cents), currency),
      ...fields,
    }
  }
  yield longInvoice(accountId, name, today)
}

/** Returns an invoice with a year of market data usage: 612 lines. */
function longInvoice(accountId: string, name: string, today: Day) {
  const date = addDays(today, -18)
  const { lines, cents } = usageLines(new Random(612), 612)
  return {
    record: 'invoice',
    accountId,
    name,
    invoiceNumber: 'MTS-USAGE-612',
    customerNumber: 'ALD-002',
    invoiceType: 'Market Data',
    source: 'Zuora',
    subsidiary: 'MTS-DATA',
    date,
    dueDate: addDays(date, 45),
    serviceMonth: date.slice(0, 7),
    servicePeriod: 'Usage of the year',
    amount: decimalString(cents, 'USD'),
    balanceDue: decimalString(cents, 'USD'),
    currencyIsoCode: 'USD',
    portalPayments: [],
    lineItems: inCurrency(lines, 'USD'),
  }
}
