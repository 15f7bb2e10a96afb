import { formatDay } from '../kernel/day.ts'

/** A refund, or a dispute that was lost. */
export interface MoneyBack {
  kind: 'refunded' | 'partlyRefunded' | 'chargedBack'
  /** When it went back, by the provider's clock. */
  at: Date
}

/**
 * Returns why AutoPay and "pay all" leave an invoice out although it is owed, or undefined if they take it.
 *
 * Money that went back stays with the customer until the provider company decides to ask for it again: `collectAt` is
 * the instant of that decision. No balance ends it, and no flag: a flag would stay set and end the next refund too.
 */
export function leftWithCustomer(
  moneyBack: readonly MoneyBack[],
  collectAt: Date | undefined,
): MoneyBack | undefined {
  const decidedAt = collectAt?.getTime() ?? -Infinity
  return moneyBack
    .filter(({ at }) => at.getTime() >= decidedAt)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
}

/** Money of an earlier payment that may still go back, since when. */
export interface MoneyMoving {
  kind: 'refundPending' | 'disputed'
  at: Date
}

/**
 * Returns what keeps AutoPay and "pay all" from an invoice that was paid before, or undefined if nothing does. What is
 * not decided yet comes first: until then the invoice is not paid by hand either.
 */
export function leftOut(
  moves: readonly (MoneyMoving | MoneyBack)[],
  collectAt: Date | undefined,
): MoneyMoving | MoneyBack | undefined {
  const moving = moves
    .filter(isMoving)
    .toSorted((one, other) => one.kind.localeCompare(other.kind) || +other.at - +one.at)[0]
  return (
    moving ??
    leftWithCustomer(
      moves.filter((move) => !isMoving(move)),
      collectAt,
    )
  )
}

export function isMoving<Move extends { kind: string }>(
  move: Move,
): move is Extract<Move, { kind: MoneyMoving['kind'] }> {
  return move.kind === 'refundPending' || move.kind === 'disputed'
}

const words: Record<MoneyBack['kind'], string> = {
  refunded: 'Refunded',
  partlyRefunded: 'Partly refunded',
  chargedBack: 'Charged back',
}

/** `Refunded on 11/22/2026`: what happened to an earlier payment of an invoice. Days are UTC. */
export function moneyBackText({ kind, at }: MoneyMoving | MoneyBack): string {
  if (kind === 'disputed') return 'A payment of this invoice is disputed'
  if (kind === 'refundPending') return 'A refund of this invoice is on its way'
  const day = formatDay(at.toISOString().slice(0, 10))
  return `${words[kind]} on ${day}`
}

/** Returns what is asked before an invoice is paid by hand again, or why that must wait. */
export function payAgainQuestion(move: MoneyMoving | MoneyBack): string {
  const what = moneyBackText(move)
  if (isMoving(move)) return `${what}. It can be paid by card when that is settled.`
  return `${what}. You do not need to pay this invoice unless you were asked to again. Do you want to pay it anyway?`
}
