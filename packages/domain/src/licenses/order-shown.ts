import { isolated } from '../kernel/isolated.ts'
import { toCents } from '../kernel/money.ts'
import { changesText } from '../kernel/shown.ts'
import type { OrderConsent, ShownItem } from './licenses.schema.ts'
import { effectSign, effectText, monthlyEffect, type OrderedItem } from './monthly-effect.ts'

/** Returns the items as they are ordered: as shown, or with today's price if it is better. */
export const agreedItems = (
  items: readonly OrderedItem[],
  shown: readonly ShownItem[],
  today: readonly ShownItem[],
): ShownItem[] =>
  today.map((now, place) => {
    const before = shown[place]!
    return effectCents(items[place]!, now) === effectCents(items[place]!, before) ? before : now
  })

/**
 * Returns why an order may not be submitted, in words for a user who saw other items or prices; undefined if nothing is
 * worse. The items are compared, because their sum may stay the same.
 */
export function changedOrder(
  items: readonly OrderedItem[],
  shown: readonly ShownItem[],
  today: readonly ShownItem[],
): string | undefined {
  const isWhole = shown.length === items.length
  const worse = items.flatMap((item, place) => {
    const [before, now] = [shown[place], today[place]!]
    return before && isWorse(item, before, now) ? [changeWords(item, before, now)] : []
  })
  if (isWhole && worse.length === 0) return undefined
  return [
    'The order has changed.',
    ...(worse.length > 0 ? [changesText([...new Set(worse)])] : []),
    'Nothing was ordered. Please check it and submit it again.',
  ].join(' ')
}

/** If the price of a cancellation was unknown and is known now, the cancellation saves something, so it is not worse. */
function isWorse(item: OrderedItem, before: ShownItem, now: ShownItem): boolean {
  if (before.productName !== now.productName) return true
  if (effectSign(item) === 0) return false
  if (!before.price || !now.price) return now.price ? effectSign(item) > 0 : before.price !== null
  if (before.price.currencyIsoCode !== now.price.currencyIsoCode) return true
  return effectCents(item, now)! > effectCents(item, before)!
}

const effectCents = (item: OrderedItem, { price }: ShownItem) =>
  price && effectSign(item) * toCents(price.monthlyPrice, price.currencyIsoCode)

function changeWords(item: OrderedItem, before: ShownItem, now: ShownItem): string {
  const [was, is] = [before, now].map((one) => effectText(monthlyEffect([item], [one])))
  const name = isolated(before.productName)
  const figures = was === is ? '' : `${is}, not ${was}`
  if (before.productName === now.productName) return `${name} is now ${figures}.`
  return `${[`${name} is now ${isolated(now.productName)}`, figures].filter(Boolean).join(': ')}.`
}

/** Returns the agreed effect, and the effect that was shown if that was higher. */
export function agreedText({
  monthlyEffect,
  shown,
}: Pick<OrderConsent, 'monthlyEffect' | 'shown'>): string {
  const [agreed, seen] = [effectText(monthlyEffect), shown && effectText(shown)]
  return seen === null || seen === agreed ? agreed : `${agreed} (${seen} when it was confirmed)`
}
