import { formatDay } from '../kernel/day.ts'
import { formatMoney, toCents } from '../kernel/money.ts'
import type { AutoPayPlanAnswer, AutoPaySettings, ShownAutoPay } from './autopay.schema.ts'
import { cardName } from './card-name.ts'

export type PlanCard = AutoPayPlanAnswer['card']

/** Returns what a plan shows to the user who confirms it. `saved` are the limits that the wanted ones replace. */
export const shownAutoPay = (
  { card, days: [first] }: Pick<AutoPayPlanAnswer, 'card' | 'days'>,
  saved: AutoPaySettings,
): ShownAutoPay => ({
  cardId: card?.id ?? null,
  settings: saved,
  firstCharge: first ? { day: first.day, amount: first.total } : null,
})

/** Returns why AutoPay differs from what the user saw, in words for the user; undefined if nothing is worse. */
export function changedAutoPay(
  shown: ShownAutoPay,
  now: ShownAutoPay,
  card: PlanCard,
): string | undefined {
  const changes = [
    shown.cardId !== now.cardId && `The default card is now ${cardText(card)}.`,
    isLooser(now.settings, shown.settings) &&
      `The limits were changed to: ${limitsText(now.settings)}.`,
    isMore(shown.firstCharge, now.firstCharge) &&
      `The first charge is now ${chargeText(now.firstCharge)}, not ${chargeText(shown.firstCharge)}.`,
  ].filter((one) => one !== false)
  if (changes.length === 0) return undefined
  return `${changes.join(' ')} Nothing was saved. Please check it and confirm it again.`
}

type FirstCharge = ShownAutoPay['firstCharge']

const isMore = (before: FirstCharge, now: FirstCharge) =>
  now !== null && (before === null || now.day < before.day || now.amount > before.amount)

/** Whether limits protect less than others. */
function isLooser(strict: AutoPaySettings, loose: AutoPaySettings): boolean {
  const isHigher = (before: number | null, after: number | null) =>
    before !== null && (after === null || after > before)
  const { pausedUntil } = strict
  return (
    isHigher(strict.capPerCharge, loose.capPerCharge) ||
    isHigher(strict.capPerMonth, loose.capPerMonth) ||
    (pausedUntil !== null && (loose.pausedUntil ?? '') < pausedUntil)
  )
}

export const cardText = (card: PlanCard) => (card ? cardName(card) : 'none')

export const chargeText = (charge: FirstCharge) =>
  charge
    ? `${formatMoney(toCents(charge.amount, 'USD'), 'USD')} on ${formatDay(charge.day)}`
    : 'none planned'

export function limitsText({ capPerCharge, capPerMonth, pausedUntil }: AutoPaySettings): string {
  const atMost = (cap: number) => `at most ${formatMoney(toCents(cap, 'USD'), 'USD')}`
  const parts = [
    capPerCharge === null ? '' : `${atMost(capPerCharge)} per charge`,
    capPerMonth === null ? '' : `${atMost(capPerMonth)} per month`,
    pausedUntil === null ? '' : `paused until ${formatDay(pausedUntil)}`,
  ].filter(Boolean)
  return parts.join(', ') || 'no limits'
}
