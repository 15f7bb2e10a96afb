import { addDays, daysBetween, formatDay, type Day } from '../kernel/day.ts'
import { isolated } from '../kernel/isolated.ts'
import { formatMoney, type Cents } from '../kernel/money.ts'
import { plural } from '../kernel/plural.ts'
import { isPayableByTransfer, type TransferPayable } from './bank-transfer.ts'
import type { Movement } from './movements.ts'

/** A transfer is announced for a day at most this far from today, and waited for as long after its day. */
export const noticeDays = 10
/** The most invoices of one transfer. */
export const mostTransferred = 1000

/** "We have paid by bank transfer": the part of a transfer for one invoice. */
export interface TransferNotice {
  id: string
  cents: Cents
  currency: string
  paidOn: Day
  actorName: string
}

/** A notice that holds AutoPay; `expiredOn` is the UTC day on which it expired. */
export type HoldingNotice = TransferNotice & { expiredOn: Day | null }

export type NamedNotice = Omit<TransferNotice, 'id'>

export function noticeText({ cents, currency, paidOn, actorName }: NamedNotice) {
  // Deducted credits can cover a whole invoice of a transfer.
  const what = cents > 0 ? `Transfer of ${formatMoney(cents, currency)}` : 'Credits of a transfer'
  return `${what} announced for ${formatDay(paidOn)} by ${isolated(actorName)}`
}

/** The question before an announced invoice is paid by card. */
export const payAnnouncedQuestion = (notice: TransferNotice) =>
  `${noticeText(notice)}. Do you want to pay this invoice by card as well?`

/** Why AutoPay leaves the invoice out. */
export const heldText = (notice: HoldingNotice) =>
  notice.expiredOn === null
    ? noticeText(notice)
    : `The transfer announced for ${formatDay(notice.paidOn)} did not arrive in full; AutoPay waits until the next day`

/** Returns why a transfer cannot be announced for a day: a mistyped year would stop AutoPay. */
export function paidOnRefusal(paidOn: Day, today: Day): string | undefined {
  if (Math.abs(daysBetween(today, paidOn)) <= noticeDays) return undefined
  const [first, last] = [addDays(today, -noticeDays), addDays(today, noticeDays)].map(formatDay)
  return `The day of the transfer must be from ${first} to ${last}.`
}

export interface Announceable extends TransferPayable {
  invoiceNumber: string
  notice: TransferNotice | undefined
}

/** Returns why a transfer of this amount cannot be announced for an invoice. */
export function announceRefusal(invoice: Announceable, cents: Cents): string | undefined {
  const { invoiceNumber, notice, balanceDueCents, currency } = invoice
  if (notice) return `${invoiceNumber}: ${noticeText(notice)}.`
  if (!isPayableByTransfer(invoice))
    return `${invoiceNumber}: nothing is due now, or a payment is in progress or being reconciled.`
  if (cents <= balanceDueCents) return undefined
  const [due, paid] = [balanceDueCents, cents].map((one) => formatMoney(one, currency))
  return `${invoiceNumber}: ${due} is due now, not ${paid}.`
}

/** Returns why selected invoices cannot be paid by one transfer. The page does not know selling companies; the server does. */
export function selectionRefusal(
  invoices: readonly { currencyIsoCode: string }[],
): string | undefined {
  if (invoices.length === 0) return 'Nothing to pay now.'
  if (invoices.length > mostTransferred)
    return `Select at most ${plural(mostTransferred, 'invoice')} to pay them by one transfer.`
  const isOne = new Set(invoices.map((one) => one.currencyIsoCode)).size === 1
  return isOne ? undefined : 'One transfer can pay invoices of one currency.'
}

/** Returns what of a transfer each invoice gets: deducted credits reduce the oldest first. */
export function transferParts<
  T extends { invoiceNumber: string; dueDate: Day | null; balanceDueCents: Cents },
>(invoices: readonly T[], deductedCents: Cents): (T & { cents: Cents })[] {
  let left = deductedCents
  const age = ({ dueDate, invoiceNumber }: T) => `${dueDate ?? '9999'} ${invoiceNumber}`
  return invoices
    .toSorted((one, other) => (age(one) < age(other) ? -1 : 1))
    .map((invoice) => {
      const deducted = Math.min(left, invoice.balanceDueCents)
      left -= deducted
      return { ...invoice, cents: invoice.balanceDueCents - deducted }
    })
}

/**
 * Whether the transfer has arrived: the lines of the invoice since the announcement deduct as much. A credit, a correction
 * and a card payment are not a transfer, even if they leave nothing to pay: the invoice may be raised meanwhile.
 */
export function isMatched(
  { cents, currency }: Pick<TransferNotice, 'cents' | 'currency'>,
  lines: readonly (Pick<Movement, 'kind' | 'method' | 'cents'> & { currency: string })[],
): boolean {
  const arrived = lines
    .filter((line) => line.currency === currency)
    .filter(({ kind, method }) => kind === 'booked' || (kind === 'settled' && method !== 'credit'))
    .reduce((sum, line) => sum - line.cents, 0)
  return cents > 0 && arrived >= cents
}

/** Whether an announced transfer is no longer waited for on a UTC day. */
export const isExpired = ({ paidOn }: Pick<TransferNotice, 'paidOn'>, day: Day) =>
  daysBetween(paidOn, day) >= noticeDays

/** Whether AutoPay leaves the invoice out on a UTC day: on the day of expiry, its payers are still reading that. */
export const holdsAutoPay = ({ expiredOn }: Pick<HoldingNotice, 'expiredOn'>, day: Day) =>
  expiredOn === null || expiredOn === day
