import { cardPaymentRefusal, cardRefusals, type CardRefusal } from '../invoices/card-payment.ts'
import { addDays } from '../kernel/day.ts'
import { plannedDays } from './autopay.ts'
import { isExpired } from './card-expiry.ts'
import { moneyBackText, type MoneyBack, type MoneyMoving } from '../invoices/money-back.ts'
import { heldText, holdsAutoPay, type HoldingNotice } from '../invoices/transfer-notice.ts'
import { notCoveredTexts, type NotCovered } from './not-covered.ts'
import { keptText, type Kept } from './withdrawn.ts'

/** The facts of an open invoice that AutoPay needs. Days are `YYYY-MM-DD` (UTC), amounts are cents. */
export interface OpenInvoice {
  invoiceId: string
  invoiceNumber: string
  dueDate: string | null
  balanceDueCents: number
  currency: string
  hasBeenCharged: boolean
  /** The refund or dispute that keeps AutoPay from charging again, see `leftOut`. */
  moneyBack: MoneyMoving | MoneyBack | undefined
  /** The withdrawn invoice that this invoice may replace. */
  kept?: Kept | undefined
  /** The transfer that a user announced. */
  notice?: HoldingNotice | undefined
  isOnHold: boolean
  /** How many payments of the invoice have succeeded: an invoice that is owed again is a new demand. */
  demand: number
}

/** The limits that a customer set; null if not set. Nothing is charged on days before `pausedUntil`. */
export interface AutoPayRules {
  capPerChargeCents: number | null
  capPerMonthCents: number | null
  pausedUntil: string | null
}

export interface AutoPayCard {
  expirationMonth: number
  expirationYear: number
  /** Permanently declined (lost, stolen, expired, authentication required): not charged again until the card changes. */
  isStopped: boolean
  /** Stopped because the bank requires authentication; the cardholder can still pay by hand. */
  asksHolder?: boolean
}

/** A charge as it was fixed and shown for one day. */
export interface FixedCharge {
  amountCents: number
  demand: number
}

export interface PlanInput<Invoice extends OpenInvoice = OpenInvoice> {
  today: string
  firstDay: string
  invoices: readonly Invoice[]
  rules: AutoPayRules
  card: AutoPayCard | null
  /** Largest payable balance. */
  limitCents: number
  /** What AutoPay has already charged in each planned month (`YYYY-MM`). */
  takenCents: Readonly<Record<string, number>>
  /** Money of the company is not applied to its invoices yet, see `notAppliedCents`. */
  hasMoneyNotApplied: boolean
  /**
   * The first day's fixed charges by invoice: on that day nothing else is charged, and no higher amount. Undefined if they
   * are not fixed yet.
   */
  fixed?: ReadonlyMap<string, FixedCharge> | undefined
}

/** An invoice with the day on which AutoPay charges its full balance, or with the reason why it is not charged. */
export type PlannedInvoice<Invoice extends OpenInvoice = OpenInvoice> = {
  invoice: Invoice
  /** Payable by card, and overdue or due in the planned days. AutoPay's lists show only these invoices. */
  isInWindow: boolean
  /** For invoices due by the first day: the reason why AutoPay does not charge them on that day. */
  notOnFirstDay?: NotCovered
} & ({ day: string; reason?: undefined } | { day?: undefined; reason: NotCovered })

/** Returns the last planned day: invoices due after it are not planned yet. */
export const lastPlannedDay = (today: string) => addDays(today, plannedDays - 1)

/** Returns why AutoPay skips an invoice, worded for the customer. */
export function notCoveredText(
  reason: NotCovered,
  { moneyBack, kept, notice }: Pick<OpenInvoice, 'moneyBack' | 'kept' | 'notice'>,
) {
  if (reason === 'announced') return notice ? heldText(notice) : ''
  if (reason === 'kept') return kept ? keptText(kept) : ''
  if (reason !== 'moneyBack') return notCoveredTexts[reason]
  return moneyBack ? moneyBackText(moneyBack) : ''
}

/**
 * Plans every open invoice of a company, oldest due date first: the day on which AutoPay charges it, or the reason why it
 * does not.
 *
 * The plan on the screen, the table, both dialogs and the daily run all use this result. Each day is simulated like its
 * run: the due invoices, oldest first, within the caps.
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

/**
 * Whether an invoice must be paid before its company can enroll: past due, payable by card, and its customer neither
 * announced a transfer nor may keep its money. `today` is the business day.
 */
export const blocksEnrolling = (invoice: OpenInvoice, limitCents: number, today: string) =>
  invoice.dueDate !== null &&
  invoice.dueDate < today &&
  !cardPaymentRefusal(invoice, limitCents) &&
  invoice.notice?.expiredOn !== null &&
  !invoice.moneyBack

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

/** Returns why an invoice is skipped on every day. */
function standingReason(
  invoice: OpenInvoice,
  input: PlanInput,
  lastDay: string,
): NotCovered | undefined {
  const { rules, card } = input
  const refusal = cardRefusal(invoice, input)
  if (refusal) return refusal
  if (invoice.notice?.expiredOn === null) return 'announced'
  if (invoice.moneyBack) return 'moneyBack'
  if (invoice.kept) return 'kept'
  if (input.hasMoneyNotApplied) return 'notApplied'
  if (invoice.dueDate === null) return 'noDueDate'
  if (rules.capPerChargeCents !== null && invoice.balanceDueCents > rules.capPerChargeCents)
    return 'capPerCharge'
  if (!isDueBy(invoice, lastDay)) return 'later'
  if (!card) return 'noCard'
  if (!card.isStopped) return undefined
  return card.asksHolder ? 'cardAsksHolder' : 'cardStopped'
}

/** Returns why an invoice is skipped on this day; it may be charged on a later day. */
function reasonOfDay(
  day: string,
  monthCents: number,
  { invoiceId, balanceDueCents, demand, notice }: OpenInvoice,
  { rules, card, fixed, firstDay }: PlanInput,
): NotCovered | undefined {
  if (notice && holdsAutoPay(notice, day)) return 'announced'
  if (rules.pausedUntil !== null && day < rules.pausedUntil) return 'paused'
  if (card && isExpired(card, day)) return 'cardExpired'
  const isOverMonth = rules.capPerMonthCents !== null && monthCents > rules.capPerMonthCents
  if (day === firstDay && fixed) {
    const shown = fixed.get(invoiceId)
    // The cap excluded the invoice when the day was fixed, or the invoice did not exist yet.
    if (!shown) return isOverMonth ? 'capPerMonth' : 'notFixed'
    if (demand !== shown.demand) return 'paidSince'
    if (balanceDueCents > shown.amountCents) return 'raised'
  }
  return isOverMonth ? 'capPerMonth' : undefined
}

function oldestFirst(one: OpenInvoice, other: OpenInvoice): number {
  const order = (one.dueDate ?? '9999').localeCompare(other.dueDate ?? '9999')
  return order || one.invoiceNumber.localeCompare(other.invoiceNumber)
}
