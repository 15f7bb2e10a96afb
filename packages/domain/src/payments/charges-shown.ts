import { toCents } from '../kernel/money.ts'
import { changesText, isMoreThanShown, shownText, type ShownAmount } from '../kernel/shown.ts'
import type { ShownCharge } from './charges.schema.ts'

/**
 * Returns why invoices may not be charged, in words for the payer who saw other ones; undefined if they are the same,
 * fewer or lower. The invoices are compared, because their sum may stay the same.
 */
export function changedCharges(
  shown: readonly ShownCharge[],
  charged: readonly ShownCharge[],
): string | undefined {
  const seen = new Map(shown.map((one) => [one.invoiceNumber, one]))
  const changes = charged.flatMap((one) => {
    const before = seen.get(one.invoiceNumber)
    return !before || isMoreThanShown(before, centsOf(one), one.currencyIsoCode)
      ? [changeText(one, before)]
      : []
  })
  if (changes.length === 0) return undefined
  return `The invoices due have changed since you opened the list. ${changesText(changes)} Nothing was charged. Please check it and pay again.`
}

const centsOf = ({ amount, currencyIsoCode }: ShownAmount) => toCents(amount, currencyIsoCode)

const changeText = (now: ShownCharge, before: ShownCharge | undefined) =>
  before
    ? `${now.invoiceNumber} is ${shownText(now)} now, not ${shownText(before)}.`
    : `${now.invoiceNumber} of ${shownText(now)} is new.`

/** Returns what was shown if less is charged: the number of invoices and the sums. All are in the currency of card payments. */
export function lessThanShown(shown: readonly ShownCharge[], charged: readonly ShownCharge[]) {
  const [before, now] = [shown, charged].map((all) =>
    all.reduce((sum, one) => sum + centsOf(one), 0),
  )
  return before! > now!
    ? { invoices: shown.length, shownCents: before!, dueCents: now! }
    : undefined
}
