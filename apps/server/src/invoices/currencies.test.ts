import { decimalsOf } from '@portal/domain/kernel/currencies'
import type { Invoice, InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { toCents } from '@portal/domain/kernel/money'
import type { Aging } from '@portal/domain/payments/aging.schema'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { pdfWords } from '../../test/pdf-text.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { readSpreadsheet } from '../../test/read-spreadsheet.ts'
import { invoiceRecord } from '../import/import-fixture.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

const portal = testPortal()

interface Sample {
  currency: string
  /** In minor units. */
  amount: number
  balance: number
  /** Sent as a JSON number instead of a text. */
  asNumber: boolean
}

const largest = (currency: string) => 10 ** (10 + decimalsOf(currency)) - 1

/** A currency of each number of decimals. */
const samples: Sample[] = ['JPY', 'USD', 'KWD', 'CLF'].flatMap((currency, at) => [
  { currency, amount: largest(currency), balance: -1, asNumber: at % 2 === 0 },
  { currency, amount: -largest(currency), balance: 1_234_567_891, asNumber: at % 2 === 1 },
])

/** Implemented independently of the code under test. */
function digits(cents: number, currency: string, comma = ''): string {
  const decimals = decimalsOf(currency)
  const padded = String(Math.abs(cents)).padStart(decimals + 1, '0')
  const at = padded.length - decimals
  const whole = padded.slice(0, at).replaceAll(/\B(?=(\d{3})+$)/g, comma)
  return `${cents < 0 ? '-' : ''}${whole}${decimals ? `.${padded.slice(at)}` : ''}`
}

test('an amount is the same from the record to every place that shows it', async () => {
  const { ana, numbers } = await given()
  const list = (await ana.get('/api/invoice')).json<Invoice[]>()
  for (const [at, one] of samples.entries()) {
    const listed = list.find(({ invoiceNumber }) => invoiceNumber === numbers[at])
    expect(listed && shownBy(listed)).toEqual(shownOf(one))
    await checkFiles(ana, numbers[at]!, one)
  }
  const { subsidiaries } = (await ana.get('/api/invoice/aging')).json<Aging>()
  const totals = Object.entries(subsidiaries[0]?.currencies ?? {})
  for (const [currency, { total }] of totals) expect(toCents(total, currency)).toBe(1_234_567_890)
  expect(totals).toHaveLength(4)
})

async function given() {
  const accountId = 'C1'
  await portal.given.company(accountId)
  const email = `ana@${accountId.toLowerCase()}.example`
  await portal.given.user(email, accountId, ['AccessInvoices'], ['License'])
  const numbers = samples.map((_, at) => `${accountId}-${at}`)
  const records = samples.map(({ currency, amount, balance, asNumber }, at) => {
    const written = (cents: number) =>
      asNumber ? Number(digits(cents, currency)) : digits(cents, currency)
    return invoiceRecord({
      accountId,
      invoiceNumber: numbers[at],
      source: at % 2 ? 'Salesforce' : '',
      currencyIsoCode: currency,
      amount: written(amount),
      balanceDue: written(balance),
      lineItems: [{ productName: 'x', total: written(amount) }],
    })
  })
  const { outcome } = await importRecords(portal.system, [recordSource('records.ndjson', records)])
  expect(outcome).toBe('loaded')
  return { ana: await portal.signIn(email), numbers }
}

const shownOf = ({ currency, amount, balance }: Sample) => ({ currency, amount, balance })
const shownBy = ({ currencyIsoCode: currency, amount, balanceDue }: Invoice) => ({
  currency,
  amount: toCents(amount, currency),
  balance: toCents(balanceDue, currency),
})

async function checkFiles(ana: Browser, number: string, one: Sample) {
  const { currency, amount, balance } = one
  const detail = await ana.get(`/api/invoice/details/${number}`)
  // As text: JavaScript could not distinguish some numbers.
  expect(detail.body).toContain(`"amount":${digits(amount, currency)},`)
  expect(shownBy(detail.json<InvoiceDetail>())).toEqual(shownOf(one))

  const pdf = pdfWords((await ana.get(`/invoice/pdf/${number}.pdf`)).rawPayload)
  for (const cents of [amount, balance])
    expect(pdf).toContain(digits(Math.abs(cents), currency, ','))

  const sheet = await ana.get(`/invoice/xls/${number}.xls`)
  expect(totalIn(sheet, currency)).toBe(digits(amount, currency))
}

/** The total of the only line, unchanged from the CSV. */
function totalIn({ headers, body, rawPayload }: LightMyRequestResponse, currency: string) {
  if (headers['content-type']?.toString().startsWith('text/csv'))
    return /,([-\d.]+),"[A-Z]{3}"/.exec(body)?.[1]
  return Number(readSpreadsheet(rawPayload).cell('H7').value).toFixed(decimalsOf(currency))
}
