import { notCoveredText, type OpenInvoice, type PlannedInvoice } from './autopay-plan.ts'
import { whatToDo, type NotCovered } from './not-covered.ts'

/** Why AutoPay does not charge an invoice that is due; `stopped` while the provider has stopped charging. */
export type NotTonight = NotCovered | 'stopped'

/** What AutoPay does with the invoices that are due on a day. */
export interface DayNotice<Invoice extends OpenInvoice> {
  charged: Invoice[]
  notCharged: { invoice: Invoice; reason: NotTonight }[]
}

/** Nobody must pay these now: a payment is in progress, or the money was returned. */
const notAsked: readonly NotTonight[] = ['nothingOwed', 'pending', 'onHold', 'moneyBack', 'later']

/** Returns what a mail about the charges of a day says. With `isStopped` nothing is charged, so nothing is promised. */
export function noticeOfDay<Invoice extends OpenInvoice>(
  planned: readonly PlannedInvoice<Invoice>[],
  day: string,
  isStopped: boolean,
): DayNotice<Invoice> {
  const due = planned.filter(({ invoice }) => invoice.dueDate !== null && invoice.dueDate <= day)
  return {
    charged: due.flatMap((one) => (one.day === day && !isStopped ? one.invoice : [])),
    notCharged: due.flatMap((one) => {
      const onDay = isStopped ? 'stopped' : undefined
      const reason = one.day === day ? onDay : (one.notOnFirstDay ?? one.reason)
      return reason && !notAsked.includes(reason) ? { invoice: one.invoice, reason } : []
    }),
  }
}

/** A reason that stays is told again after this many days. */
export const daysUntilRepeated = 7

/**
 * Returns the reasons that are new since they were told last. `before` has the newest reason of each invoice number that was
 * told less than `daysUntilRepeated` days ago.
 */
export const newReasons = ({ notCharged }: DayNotice<OpenInvoice>, before: Reasons): Reasons =>
  Object.fromEntries(
    notCharged
      .filter(({ invoice, reason }) => before[invoice.invoiceNumber] !== reason)
      .map(({ invoice, reason }) => [invoice.invoiceNumber, reason]),
  )

/** Reasons by invoice number. */
export type Reasons = Readonly<Record<string, string>>

/** Returns why AutoPay does not charge an invoice, and what its reader can do. */
export function reasonAndAdvice(reason: NotTonight, invoice: OpenInvoice): string {
  if (reason === 'stopped')
    return 'Card payments are paused at the moment. AutoPay charges it when they go on.'
  const advice = whatToDo[reason]
  return [`${notCoveredText(reason, invoice)}.`, advice].filter(Boolean).join(' ')
}
