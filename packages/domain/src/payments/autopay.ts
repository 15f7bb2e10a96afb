import { noticeDays } from '../invoices/transfer-notice.ts'
import { formatMoney } from '../kernel/money.ts'
import { isExpired } from './card-expiry.ts'

/** Returns why a company cannot enroll now, or undefined if it can. The specification defines the order of the checks. */
export function enrollRefusal(
  card: { expirationMonth: number; expirationYear: number } | null,
  hasPastDue: boolean,
  today: string,
): string | undefined {
  if (!card) return 'Unable to Enroll AutoPay - No Valid Card'
  if (isExpired(card, today)) return 'Unable to Enroll In AutoPay - Card Expired'
  if (hasPastDue) return 'Unable to Enroll AutoPay - Has Past Due Invoices'
  return undefined
}

/**
 * Hours of the day (UTC): charges are fixed from the first hour on; charges that are not fixed by the second hour are not
 * made on that day; the run starts at the third and ends with the day.
 */
export const fixHourUtc = 9
export const unfixedHourUtc = 20
export const runHourUtc = 21

/** The plan covers overdue invoices, and those due within this many days, including today. */
export const plannedDays = 30

/** Declines after which AutoPay does not try the same card again. */
export const stoppingDeclines = [
  'lost_card',
  'stolen_card',
  'expired_card',
  'authentication_required',
] as const

/** The version of the terms below, stored with every consent. Must be changed whenever the text changes. */
export const termsVersion = '2026-11-30'

export function autoPayTerms(limitCents: number): string[] {
  return [
    'By enrolling you authorize us to charge the default card on file for the invoices of your company, without asking again for each of them.',
    `An invoice is charged on its due date. Invoices that are overdue are charged every day after ${runHourUtc - 12}:00 PM UTC until they are paid.`,
    'The full outstanding amount of an invoice is charged. Credits that have been applied to it reduce that amount.',
    `Invoices in USD with a remaining balance of up to ${formatMoney(limitCents, 'USD')} are charged. Invoices in other currencies or above this limit are not covered and remain yours to pay. An invoice is not charged while a bank transfer is announced for it in the portal, which ends at the latest ${noticeDays} days after the day of the transfer.`,
    `You see every planned charge of the next ${plannedDays} days in the portal beforehand. The charges of a day are fixed at ${fixHourUtc}:00 AM UTC of that day, and again when you enroll or change the default card, a cap or a pause after that. No more is charged on the day than was fixed.`,
    'When a charge is declined, your payment notification recipients are told and it is tried again the next day; where the card would be declined again, the other charges of that day wait for the next day as well. A card reported lost, stolen or expired, or one whose bank asks for its holder, is not tried again until it is changed.',
    'If the default card is removed by its bank or expires, AutoPay pauses for the invoices it would have paid; they remain due.',
    'You may set a cap per charge and per month, pause AutoPay until a day of your choice, or opt out at any time. Opting out takes effect at once, except for charges already under way.',
    'We charge no fee for card payments.',
  ]
}
