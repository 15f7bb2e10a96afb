import { formatDay } from '@portal/domain/kernel/day'
import type { Cents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { cardName } from '@portal/domain/payments/card-name'
import type {
  StatementAccount,
  StatementDocument,
  StatementInvoice,
  StatementPayment,
} from './statement-document.ts'

// The content of a statement for all formats: the PDF and the spreadsheet have the same words and numbers.

export interface AccountLine {
  label: string
  cents: Cents
  isTotal?: boolean
}

/** Returns the lines from the balance before the range to the balance at its end, and to today's balance if that differs. */
export function accountLines(
  { from, to, asOf, today }: StatementDocument,
  { lines, counts }: StatementAccount,
): AccountLine[] {
  const usual: AccountLine[] = [
    { label: `Opening balance on ${formatDay(from)}`, cents: lines.opening, isTotal: true },
    { label: counted('Invoices', counts.invoices), cents: lines.invoices },
    { label: counted('Credits', counts.credits), cents: lines.credits },
    { label: counted('Card payments in this portal', counts.payments), cents: lines.payments },
    { label: 'Refunds', cents: lines.refunds },
  ]
  const rare: AccountLine[] = [
    { label: 'Chargebacks', cents: lines.chargebacks },
    { label: 'Refunded or charged back, not due again', cents: lines.notDueAgain },
    { label: 'Card payments not applied to an invoice yet', cents: lines.notApplied },
    { label: 'Other payments, credits, and changes in our books', cents: lines.recorded },
    { label: 'Being paid, posted, or reconciled: not due now', cents: lines.pending },
    { label: `Invoices dated after ${formatDay(to)}`, cents: lines.later },
  ]
  const closing = {
    label: `Closing balance on ${formatDay(asOf)}`,
    cents: lines.closing,
    isTotal: true,
  }
  const since: AccountLine[] =
    asOf === today
      ? []
      : [
          { label: `Change after ${formatDay(asOf)}`, cents: lines.today - lines.closing },
          { label: `Balance due on ${formatDay(today)}`, cents: lines.today, isTotal: true },
        ]
  return [...usual, ...rare.filter(({ cents }) => cents !== 0), closing, ...since]
}

const counted = (words: string, count: number) =>
  count === 0 ? words : `${words} (${count.toLocaleString('en-US')})`

export interface InvoiceSection {
  title: string
  rows: readonly StatementInvoice[]
  /** Shown instead of rows if there are none. */
  empty: string
  totals: readonly InvoiceTotal[]
}

export interface InvoiceTotal {
  currency: string
  count: string
  amountCents: Cents
  dueCents: Cents
}

/** Returns the invoices of the range, and other invoices that were open. Their totals add up to the closing balances. */
export function invoiceSections({ invoices, from, to }: StatementDocument): InvoiceSection[] {
  const days = [formatDay(from), formatDay(to)]
  const others = invoices.filter(({ isInRange }) => !isInRange)
  const sections = [
    {
      title: `Invoices and credits from ${days.join(' to ')}`,
      rows: invoices.filter(({ isInRange }) => isInRange),
      empty: `No Invoices Found between ${days.join(' and ')}.`,
    },
    { title: 'Open invoices and credits with other dates', rows: others, empty: '' },
  ]
  return sections
    .filter(({ rows, empty }) => rows.length > 0 || empty)
    .map((section) => ({ ...section, totals: totalsOf(section.rows) }))
}

/** Returns one total per currency, by code: amounts of different currencies are never added. */
function totalsOf(rows: readonly StatementInvoice[]): InvoiceTotal[] {
  const codes = [...new Set(rows.map(({ currency }) => currency))].sort()
  return codes.map((currency) => {
    const some = rows.filter((row) => row.currency === currency)
    return {
      currency,
      count: plural(some.length, 'invoice'),
      amountCents: some.reduce((sum, { amountCents }) => sum + amountCents, 0),
      dueCents: some.reduce((sum, { dueCents }) => sum + dueCents, 0),
    }
  })
}

export const invoiceType = ({ isLateFee, invoiceType: type }: StatementInvoice) =>
  isLateFee ? 'Late Fee' : type

export const paymentsTitle = 'Card payments, refunds, and chargebacks'

const kinds = { paid: 'Card payment', refunded: 'Refund', chargedBack: 'Chargeback' } as const

export const paymentWords = ({ kind, card }: StatementPayment) =>
  card ? `${kinds[kind]}, ${cardName(card)}` : kinds[kind]

/** Returns notes that explain the numbers. */
export function notes({ today, isOfVisible }: StatementDocument): string[] {
  return [
    ...(isOfVisible
      ? ['This statement covers only invoices of the categories that its reader sees.']
      : []),
    `This statement shows what our books had recorded when it was made, on ${formatDay(today)}. Days of card payments are in UTC.`,
    'Payments made outside this portal, for example by bank transfer, reach it without a date. They are taken off on the date of the invoice that they paid, so the balance on an earlier day may have been higher than shown.',
  ]
}
