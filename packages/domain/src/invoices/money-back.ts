import { formatDay } from '../kernel/day.ts'

/** A refund, or a dispute that was lost. */
export interface MoneyBack {
  kind: 'refunded' | 'partlyRefunded' | 'chargedBack'
  /** When the money was refunded or the dispute lost, by the provider's clock. */
  at: Date
}

/**
 * Returns why AutoPay and "pay all" skip an invoice although it is owed, or undefined if they charge it.
 *
 * Customers keep refunded money until the provider company decides to request it again; `collectAt` is the time of that
 * decision. A flag would not be enough: it would stay set for the next refund too.
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

/** A refund or a dispute of an earlier payment that is not decided yet, with its start. */
export interface MoneyMoving {
  kind: 'refundPending' | 'disputed'
  at: Date
}

/**
 * Returns why AutoPay and "pay all" skip an invoice that was paid before, or undefined if they charge it. Undecided
 * refunds and disputes have priority: during them, the invoice cannot be paid by hand either.
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

/** Returns the status of an earlier payment of an invoice, such as `Refunded on 11/22/2026`. Days are UTC. */
export function moneyBackText({ kind, at }: MoneyMoving | MoneyBack): string {
  if (kind === 'disputed') return 'A payment of this invoice is disputed'
  if (kind === 'refundPending') return 'A refund of this invoice is in progress'
  const day = formatDay(at.toISOString().slice(0, 10))
  return `${words[kind]} on ${day}`
}

/** Returns the question to ask before an invoice is paid by hand again, or the reason to wait. */
export function payAgainQuestion(move: MoneyMoving | MoneyBack): string {
  const what = moneyBackText(move)
  if (isMoving(move)) return `${what}. It can be paid by card when that is settled.`
  return `${what}. You do not need to pay this invoice unless you were asked to again. Do you want to pay it anyway?`
}
