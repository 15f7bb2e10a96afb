import { accountRows, isOfPortal, movementWords } from '@portal/domain/invoices/movements'
import { daysBetween, formatDay } from '@portal/domain/kernel/day'
import type { Cents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { cardName } from '@portal/domain/payments/card-name'
import type {
  OpenInvoice,
  StatementAccount,
  StatementDocument,
  StatementMovement,
} from './statement-document.ts'

// The content of a statement for all formats: the PDF and the spreadsheet have the same words and numbers.

/** Whether records and payments can still change the statement. */
export const stateWords = ({ openFrom }: StatementDocument): string =>
  openFrom ? `Preliminary: days from ${formatDay(openFrom)} on can still change` : 'Final'

export interface AccountLine {
  label: string
  cents: Cents
  isTotal?: boolean
}

/** Returns the lines from the balance before the range to the balance at its end, and to the amount due today. */
export function accountLines(
  { from, asOf, movements }: StatementDocument,
  { currency, opening, closing, dueCents, pendingCents, notAppliedCents }: StatementAccount,
): AccountLine[] {
  const own = movements.filter((one) => one.currency === currency)
  const rows = accountRows(own).map(({ label, count, cents }) => ({
    label: `${label} (${count.toLocaleString('en-US')})`,
    cents,
  }))
  const now: AccountLine[] = [
    { label: 'Being paid, posted, or reconciled: not due now', cents: pendingCents },
    { label: 'Card payments not applied to an invoice yet', cents: notAppliedCents },
  ].filter(({ cents }) => cents !== 0)
  return [
    { label: `Opening balance on ${formatDay(from)}`, cents: opening, isTotal: true },
    ...rows,
    { label: `Closing balance on ${formatDay(asOf)}`, cents: closing, isTotal: true },
    ...(dueCents === null || dueCents === closing
      ? []
      : [...now, { label: `Due on ${formatDay(asOf)}`, cents: dueCents, isTotal: true }]),
  ]
}

export interface Total {
  currency: string
  count: string
  cents: Cents
}

/** Returns one total per currency, by code: amounts of different currencies are never added. */
export function totalsOf(
  rows: readonly { currency: string; cents: Cents }[],
  noun: string,
): Total[] {
  const codes = [...new Set(rows.map(({ currency }) => currency))].sort()
  return codes.map((currency) => {
    const some = rows.filter((row) => row.currency === currency)
    const cents = some.reduce((sum, one) => sum + one.cents, 0)
    return { currency, count: plural(some.length, noun), cents }
  })
}

export const movementsTitle = ({ from, to }: StatementDocument) =>
  `Movements from ${formatDay(from)} to ${formatDay(to)}`

export const noMovements = 'Nothing changed in this period.'

export const whatHappened = (movement: StatementMovement): string =>
  movement.card ? `${movementWords(movement)}, ${cardName(movement.card)}` : movementWords(movement)

/** What the payer wrote and what the provider calls the payment; a card payment is called by the id on its receipt. */
export const referenceOf = ({ reference, referenceId }: StatementMovement): string =>
  [reference, referenceId].filter(Boolean).join(' · ')

export const sourceOf = (movement: StatementMovement): string =>
  isOfPortal(movement) ? 'This portal' : 'Our books'

export const openTitle = ({ asOf }: StatementDocument) =>
  `Open invoices and credits on ${formatDay(asOf)}`

export const noOpenInvoices = 'No invoice or credit was open.'

export const invoiceType = ({ isLateFee, invoiceType: type }: OpenInvoice) =>
  isLateFee ? 'Late Fee' : type

/** How old an open amount is on the last day of the statement. */
export function ageWords({ cents, dueDate }: OpenInvoice, { asOf }: StatementDocument) {
  if (cents < 0) return 'Credit'
  const days = dueDate ? daysBetween(dueDate, asOf) : 0
  return days > 0 ? `Overdue ${plural(days, 'day')}` : 'Not due yet'
}

/** Returns notes that explain the numbers. */
export function notes({ today, timeZone, isOfVisible }: StatementDocument): string[] {
  return [
    ...(isOfVisible
      ? ['This statement covers only invoices of the categories that its reader sees today.']
      : []),
    `Made on ${formatDay(today)}. Days are days in the time zone ${timeZone}. A change counts on the day on which our books or this portal recorded it.`,
  ]
}
