/** A refund, or a dispute that was lost. */
export interface MoneyBack {
  kind: 'refunded' | 'chargedBack'
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
