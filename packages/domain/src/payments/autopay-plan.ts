import { cardPaymentRefusal, cardRefusals, type CardRefusal } from '../invoices/card-payment.ts'
import { addDays } from '../kernel/day.ts'
import { plannedDays } from './autopay.ts'
import { isExpired } from './card-expiry.ts'
import { moneyBackText, type MoneyBack, type MoneyMoving } from './money-back.ts'
import { notCoveredTexts, type NotCovered } from './not-covered.ts'

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
  /** How many of its payments have succeeded: an invoice that is owed again is another demand. */
  demand: number
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

/** A charge as it was fixed and shown for a day. */
export interface FixedCharge {
  amountCents: number
  demand: number
}

export interface PlanInput<Invoice extends OpenInvoice = OpenInvoice> {
  today: string
  /** Day of the next run: today or tomorrow. */
  firstDay: string
  invoices: readonly Invoice[]
  rules: AutoPayRules
  card: AutoPayCard | null
  /** Largest payable balance. */
  limitCents: number
  /** Already taken by AutoPay in a month (`YYYY-MM`) that is planned for. */
  takenCents: Readonly<Record<string, number>>
  /** A payment of the company is not applied to its invoices yet, see `notAppliedCents`. */
  hasMoneyNotApplied: boolean
  /**
   * The first day's charges as they were fixed, by invoice: nothing else and no more is charged on that day. Undefined
   * while they are not fixed.
   */
  fixed?: ReadonlyMap<string, FixedCharge> | undefined
}

/** An invoice with the day on which AutoPay charges all of its balance, or with the reason why it does not. */
export type PlannedInvoice<Invoice extends OpenInvoice = OpenInvoice> = {
  invoice: Invoice
  /** Payable by card, and overdue or due in the days planned. The lists of AutoPay show these and no others. */
  isInWindow: boolean
  /** Due by the first day, why it is not charged on that day. */
  notOnFirstDay?: NotCovered
} & ({ day: string; reason?: undefined } | { day?: undefined; reason: NotCovered })

/** The last day planned: invoices due after it are not looked at yet. */
export const lastPlannedDay = (today: string) => addDays(today, plannedDays - 1)

/** Returns why AutoPay leaves an invoice out, worded for the customer. */
export function notCoveredText(reason: NotCovered, { moneyBack }: Pick<OpenInvoice, 'moneyBack'>) {
  if (reason !== 'moneyBack') return notCoveredTexts[reason]
  return moneyBack ? moneyBackText(moneyBack) : ''
}

/**
 * Plans every open invoice of a company, oldest due first: the day on which AutoPay charges it, or why it does not.
 *
 * The plan on the screen, the table, both dialogs and the daily run are all made from this result. Every day is gone
 * through as the run of that day will: what is due, oldest first, within the caps.
 */
export function planAutoPay<Invoice extends OpenInvoice>(
  input: PlanInput<Invoice>,
): PlannedInvoice<Invoice>[] {
  const lastDay = lastPlannedDay(input.today)
  const invoices = [...input.invoices].sort(oldestFirst)
  const standing = new Map(
    invoices.map((invoice) => [invoice.invoiceId, standingReason(invoice, input, lastDay)]),
  )
  const waiting = invoices.filter(({ invoiceId }) => !standing.get(invoiceId))
  const { chargedOn, refused, refusedFirst } = goThroughDays(waiting, input, lastDay)
  return invoices.map((invoice) => {
    const { invoiceId } = invoice
    const isInWindow = !cardRefusal(invoice, input) && isDueBy(invoice, lastDay)
    const notOnFirstDay = refusedFirst.get(invoiceId)
    const about = { invoice, isInWindow, ...(notOnFirstDay && { notOnFirstDay }) }
    const day = chargedOn.get(invoiceId)
    if (day) return { ...about, day }
    return { ...about, reason: standing.get(invoiceId) ?? refused.get(invoiceId) ?? 'later' }
  })
}

function goThroughDays(waiting: readonly OpenInvoice[], input: PlanInput, lastDay: string) {
  const taken = new Map(Object.entries(input.takenCents))
  const chargedOn = new Map<string, string>()
  const refused = new Map<string, NotCovered>()
  const refusedFirst = new Map<string, NotCovered>()
  for (let day = input.firstDay; day <= lastDay; day = addDays(day, 1)) {
    const month = day.slice(0, 7)
    for (const invoice of waiting) {
      const { invoiceId, balanceDueCents } = invoice
      if (chargedOn.has(invoiceId) || !isDueBy(invoice, day)) continue
      const monthCents = (taken.get(month) ?? 0) + balanceDueCents
      const reason = reasonOfDay(day, monthCents, invoice, input)
      if (reason) {
        refused.set(invoiceId, reason)
        if (day === input.firstDay) refusedFirst.set(invoiceId, reason)
        continue
      }
      taken.set(month, monthCents)
      chargedOn.set(invoiceId, day)
    }
  }
  return { chargedOn, refused, refusedFirst }
}

const isDueBy = ({ dueDate }: OpenInvoice, day: string) => dueDate !== null && dueDate <= day

const reasonOfRefusal: Record<CardRefusal, NotCovered> = {
  [cardRefusals.currency]: 'currency',
  [cardRefusals.onHold]: 'onHold',
  [cardRefusals.charged]: 'pending',
  [cardRefusals.minimum]: 'minimum',
  [cardRefusals.limit]: 'limit',
}

function cardRefusal(invoice: OpenInvoice, { limitCents }: PlanInput): NotCovered | undefined {
  if (invoice.balanceDueCents <= 0) return 'nothingOwed'
  const refusal = cardPaymentRefusal(invoice, limitCents)
  return refusal && reasonOfRefusal[refusal]
}

/** What keeps an invoice out whatever the day. */
function standingReason(
  invoice: OpenInvoice,
  input: PlanInput,
  lastDay: string,
): NotCovered | undefined {
  const { rules, card } = input
  const refusal = cardRefusal(invoice, input)
  if (refusal) return refusal
  if (invoice.moneyBack) return 'moneyBack'
  if (input.hasMoneyNotApplied) return 'notApplied'
  if (invoice.dueDate === null) return 'noDueDate'
  if (rules.capPerChargeCents !== null && invoice.balanceDueCents > rules.capPerChargeCents)
    return 'capPerCharge'
  if (!isDueBy(invoice, lastDay)) return 'later'
  if (!card) return 'noCard'
  if (!card.isStopped) return undefined
  return card.asksHolder ? 'cardAsksHolder' : 'cardStopped'
}

/** What keeps it out on this day; a later one may do. */
function reasonOfDay(
  day: string,
  monthCents: number,
  { invoiceId, balanceDueCents, demand }: OpenInvoice,
  { rules, card, fixed, firstDay }: PlanInput,
): NotCovered | undefined {
  if (rules.pausedUntil !== null && day < rules.pausedUntil) return 'paused'
  if (card && isExpired(card, day)) return 'cardExpired'
  if (day === firstDay && fixed) {
    const shown = fixed.get(invoiceId)
    if (!shown) return 'notFixed'
    if (demand !== shown.demand) return 'paidSince'
    if (balanceDueCents > shown.amountCents) return 'raised'
  }
  if (rules.capPerMonthCents !== null && monthCents > rules.capPerMonthCents) return 'capPerMonth'
  return undefined
}

function oldestFirst(one: OpenInvoice, other: OpenInvoice): number {
  const order = (one.dueDate ?? '9999').localeCompare(other.dueDate ?? '9999')
  return order || one.invoiceNumber.localeCompare(other.invoiceNumber)
}
