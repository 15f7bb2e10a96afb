import { cardMinimumCents } from '../invoices/card-payment.ts'
import { addDays } from '../kernel/day.ts'
import { isExpired } from './card-expiry.ts'
import { moneyBackText, type MoneyBack, type MoneyMoving } from './money-back.ts'

/** An open invoice as AutoPay looks at it. Days are `YYYY-MM-DD` (UTC), amounts cents. */
export interface OpenInvoice {
  invoiceId: string
  invoiceNumber: string
  dueDate: string | null
  balanceDueCents: number
  currency: string
  hasBeenCharged: boolean
  /** What became of an earlier payment and keeps AutoPay from charging again, see `leftOut`. */
  moneyBack: MoneyMoving | MoneyBack | undefined
  isOnHold: boolean
}

/** What a customer has set, null where nothing is; no charge happens on days before `pausedUntil`. */
export interface AutoPayRules {
  capPerChargeCents: number | null
  capPerMonthCents: number | null
  pausedUntil: string | null
}

export interface AutoPayCard {
  expirationMonth: number
  expirationYear: number
  /** Declined for good (lost, stolen, expired, wants its holder): not tried again until it changes. */
  isStopped: boolean
  /** Stopped because its bank wants to ask its holder, who can still pay by hand. */
  asksHolder?: boolean
}

export interface PlanInput {
  /** Day of the next run, and how many days are planned from it on. */
  firstDay: string
  days: number
  invoices: readonly OpenInvoice[]
  rules: AutoPayRules
  card: AutoPayCard | null
  /** Largest payable balance. */
  limitCents: number
  /** Already taken by AutoPay in a month (`YYYY-MM`) that is planned for. */
  takenCents: Readonly<Record<string, number>>
  /**
   * The first day's charges as they were fixed and shown, by invoice: nothing else and no more is charged on that
   * day. Undefined while they are not fixed yet.
   */
  fixed?: ReadonlyMap<string, number> | undefined
}

export type NotCovered =
  | 'onHold'
  | 'pending'
  | 'moneyBack'
  | 'currency'
  | 'minimum'
  | 'limit'
  | 'noDueDate'
  | 'capPerCharge'
  | 'capPerMonth'
  | 'paused'
  | 'noCard'
  | 'cardStopped'
  | 'cardAsksHolder'
  | 'cardExpired'
  | 'later'

export const notCoveredTexts: Record<Exclude<NotCovered, 'moneyBack'>, string> = {
  onHold: 'Is being reconciled with your provider',
  pending: 'A payment is already under way',
  currency: 'Only invoices in USD are paid by card',
  minimum: 'Is below the minimum of $0.50 for credit card payments',
  limit: 'Exceeds the allowed limit for credit card payments',
  noDueDate: 'Has no due date',
  capPerCharge: 'Exceeds your cap per charge',
  capPerMonth: 'Exceeds your cap per month',
  paused: 'AutoPay is paused',
  noCard: 'There is no default card',
  cardStopped: 'The default card was declined; please change it',
  cardAsksHolder:
    "The default card's bank wants you to confirm each payment; pay by hand or change the card",
  cardExpired: 'The default card will have expired',
  later: 'Is due after the days planned here',
}

/** Returns why AutoPay leaves an invoice out, worded for the customer. */
export function notCoveredText(reason: NotCovered, { moneyBack }: Pick<OpenInvoice, 'moneyBack'>) {
  if (reason !== 'moneyBack') return notCoveredTexts[reason]
  return moneyBack ? moneyBackText(moneyBack) : ''
}

export interface PlannedCharge {
  invoiceId: string
  amountCents: number
}

export interface AutoPayPlan {
  days: { day: string; charges: PlannedCharge[]; totalCents: number }[]
  notCovered: { invoiceId: string; reason: NotCovered }[]
}

/**
 * Which invoices AutoPay will charge on which day, and why it leaves the others out. The screen shows it and the
 * daily run charges its first day, so that the two cannot disagree. Every day is gone through as the run of that
 * day will: what is due, oldest first, within the caps.
 */
export function planAutoPay(input: PlanInput): AutoPayPlan {
  const { firstDay, rules, fixed } = input
  const open = input.invoices.filter(({ balanceDueCents }) => balanceDueCents > 0)
  const reasons = new Map<string, NotCovered>()
  const waiting = new Map<string, OpenInvoice & { dueDate: string }>()
  const lastDay = addDays(firstDay, input.days - 1)
  for (const invoice of [...open].sort(oldestFirst)) {
    const reason = standingReason(invoice, input, lastDay)
    if (reason) reasons.set(invoice.invoiceId, reason)
    else if (invoice.dueDate !== null)
      waiting.set(invoice.invoiceId, { ...invoice, dueDate: invoice.dueDate })
  }

  const taken = new Map(Object.entries(input.takenCents))
  const days: AutoPayPlan['days'] = []
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    const month = day.slice(0, 7)
    const charges: PlannedCharge[] = []
    for (const { invoiceId, dueDate, balanceDueCents } of waiting.values()) {
      if (dueDate > day) continue
      const reason = reasonOfDay(day, (taken.get(month) ?? 0) + balanceDueCents, input)
      if (reason) {
        reasons.set(invoiceId, reason)
        continue
      }
      if (day === firstDay && fixed && balanceDueCents > (fixed.get(invoiceId) ?? 0)) continue
      taken.set(month, (taken.get(month) ?? 0) + balanceDueCents)
      charges.push({ invoiceId, amountCents: balanceDueCents })
      waiting.delete(invoiceId)
      reasons.delete(invoiceId)
    }
    if (charges.length > 0)
      days.push({
        day,
        charges,
        totalCents: charges.reduce((sum, one) => sum + one.amountCents, 0),
      })
  }
  for (const { invoiceId } of waiting.values())
    if (!reasons.has(invoiceId)) reasons.set(invoiceId, rules.pausedUntil ? 'paused' : 'later')
  return {
    days,
    notCovered: open.flatMap(({ invoiceId }) => {
      const reason = reasons.get(invoiceId)
      return reason ? [{ invoiceId, reason }] : []
    }),
  }
}

/** What keeps an invoice out whatever the day. */
function standingReason(
  invoice: OpenInvoice,
  { rules, card, limitCents }: PlanInput,
  lastDay: string,
): NotCovered | undefined {
  if (invoice.isOnHold) return 'onHold'
  if (invoice.hasBeenCharged) return 'pending'
  if (invoice.moneyBack) return 'moneyBack'
  if (invoice.currency !== 'USD') return 'currency'
  if (invoice.balanceDueCents < cardMinimumCents) return 'minimum'
  if (invoice.balanceDueCents > limitCents) return 'limit'
  if (invoice.dueDate === null) return 'noDueDate'
  if (rules.capPerChargeCents !== null && invoice.balanceDueCents > rules.capPerChargeCents)
    return 'capPerCharge'
  if (invoice.dueDate > lastDay) return 'later'
  if (!card) return 'noCard'
  if (!card.isStopped) return undefined
  return card.asksHolder ? 'cardAsksHolder' : 'cardStopped'
}

/** What keeps it out on this day; a later one may do. */
function reasonOfDay(
  day: string,
  monthCents: number,
  { rules, card }: PlanInput,
): NotCovered | undefined {
  if (rules.pausedUntil !== null && day < rules.pausedUntil) return 'paused'
  if (card && isExpired(card, day)) return 'cardExpired'
  if (rules.capPerMonthCents !== null && monthCents > rules.capPerMonthCents) return 'capPerMonth'
  return undefined
}

function oldestFirst(one: OpenInvoice, other: OpenInvoice): number {
  const order = (one.dueDate ?? '').localeCompare(other.dueDate ?? '')
  return order || one.invoiceNumber.localeCompare(other.invoiceNumber)
}
