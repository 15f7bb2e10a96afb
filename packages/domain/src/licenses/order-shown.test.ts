import { expect, test } from 'vitest'
import type { ShownItem } from './licenses.schema.ts'
import { agreedItems, agreedText, changedOrder } from './order-shown.ts'

const item = (customerOrderRequestTypeId: number) => ({
  customerOrderRequestTypeId,
  productSku: 'p',
})
const [add, cancel, change] = [item(1), item(2), item(3)]
const shown = (monthlyPrice: number | null, productName = 'Pro', currency = 'USD'): ShownItem => ({
  productName,
  price:
    monthlyPrice === null ? null : { monthlyPrice, currencyIsoCode: currency, isListPrice: true },
})

test.each([
  [
    add,
    shown(100),
    shown(900),
    'Pro is now +$900.00 a month at list prices, not +$100.00 a month at list prices.',
  ],
  [
    add,
    shown(null),
    shown(1),
    'Pro is now +$1.00 a month at list prices, not 1 item without a known price.',
  ],
  [
    add,
    shown(100),
    shown(null),
    'Pro is now 1 item without a known price, not +$100.00 a month at list prices.',
  ],
  [
    add,
    shown(100),
    shown(90, 'Pro', 'EUR'),
    'Pro is now +€90.00 a month at list prices, not +$100.00 a month at list prices.',
  ],
  [add, shown(100), shown(100, 'Max'), 'Pro is now Max.'],
  [
    add,
    shown(100),
    shown(90, 'Max'),
    'Pro is now Max: +$90.00 a month at list prices, not +$100.00 a month at list prices.',
  ],
  [add, shown(100), shown(90), undefined],
  [
    cancel,
    shown(100),
    shown(90),
    'Pro is now \u2212$90.00 a month at list prices, not \u2212$100.00 a month at list prices.',
  ],
  [cancel, shown(null), shown(90), undefined],
  [cancel, shown(100), shown(110), undefined],
  [change, shown(null), shown(null), undefined],
  [change, shown(null), shown(null, 'Max'), 'Pro is now Max.'],
])('%j of %j that is %j now: %s', (one, before, now, words) => {
  expect(changedOrder([one], [before], [now])).toBe(
    words &&
      `The order has changed. ${words} Nothing was ordered. Please check it and submit it again.`,
  )
})

test('incomplete shown data is refused; equal changes are listed once, and at most three of many', () => {
  expect(changedOrder([add], [], [shown(1)])).toMatch(
    /^The order has changed\. Nothing was ordered\./,
  )
  const names = ['A', 'B', 'C', 'D', 'D']
  const [before, now] = [100, 900].map((price) => names.map((name) => shown(price, name)))
  const changed = changedOrder(
    names.map(() => add),
    before!,
    now!,
  )
  expect(changed!.match(/is now/g)).toHaveLength(3)
  expect(changed).toContain('And 1 more.')
})

test('a better figure is stored together with the confirmed one', () => {
  const effect = (amount: number) => ({
    totals: [{ currencyIsoCode: 'USD', amount, basis: 'list' as const }],
    unpriced: 0,
  })
  expect(agreedText({ monthlyEffect: effect(90), shown: effect(100) })).toBe(
    '+$90.00 a month at list prices (+$100.00 a month at list prices when it was confirmed)',
  )
  for (const same of [effect(90), null])
    expect(agreedText({ monthlyEffect: effect(90), shown: same })).toBe(
      '+$90.00 a month at list prices',
    )
})

// All orders of two items with few names, prices and currencies: as shown, and when the order is submitted.

const states = ['Pro', 'Max'].flatMap((name) =>
  ['USD', 'EUR'].flatMap((currency) => [1, 2].map((price) => shown(price, name, currency))),
)
type Rule = (
  items: (typeof add)[],
  seen: ShownItem[],
  today: ShownItem[],
) => ShownItem[] | undefined
const rule: Rule = (items, seen, today) =>
  changedOrder(items, seen, today) === undefined ? agreedItems(items, seen, today) : undefined

/** Returns the first order with other terms than the confirmed or better ones, or one that is refused without a reason. */
function faultOf(submit: Rule): string | undefined {
  for (const items of [
    [add, add],
    [add, cancel],
  ])
    for (const seen of pairs)
      for (const today of pairs) {
        const stored = submit(items, seen, today)
        const isWorse = items.some((one, place) => costsMore(one, seen[place]!, today[place]!))
        const isSame = JSON.stringify(stored) === JSON.stringify(today)
        if (isWorse ? stored : !isSame) return JSON.stringify({ items, seen, today, stored })
      }
  return undefined
}
const pairs = states.flatMap((one) => states.map((other) => [one, other]))

/** Whether the item costs more in any currency, or has another name. */
function costsMore(one: typeof add, before: ShownItem, now: ShownItem): boolean {
  const sign = one === add ? 1 : -1
  const cost = (state: ShownItem, currency: string) =>
    state.price!.currencyIsoCode === currency ? sign * state.price!.monthlyPrice : 0
  const isMore = ['USD', 'EUR'].some((currency) => cost(now, currency) > cost(before, currency))
  return isMore || before.productName !== now.productName
}

test('a person gets the confirmed terms or better ones, and each wrong rule is found', () => {
  expect(faultOf(rule)).toBeUndefined()
  const sum = (all: ShownItem[]) => all.reduce((total, { price }) => total + price!.monthlyPrice, 0)
  const inDollars = (all: ShownItem[]) =>
    all.map(({ productName, price }) => ({
      productName,
      price: { ...price!, currencyIsoCode: 'USD' },
    }))
  const named = (all: ShownItem[]) => all.map((one) => ({ ...one, productName: 'Pro' }))
  const wrong: Record<string, Rule> = {
    'compare only the sum': (_, seen, today) => (sum(today) <= sum(seen) ? today : undefined),
    'compare without currency': (items, seen, today) =>
      changedOrder(items, inDollars(seen), inDollars(today)) === undefined ? today : undefined,
    'compare without names': (items, seen, today) =>
      changedOrder(items, named(seen), named(today)) === undefined ? today : undefined,
    'store the recomputed consent': (_items, _seen, today) => today,
    'store the shown figures of a better price': (items, seen, today) =>
      rule(items, seen, today) && seen,
  }
  for (const [name, one] of Object.entries(wrong))
    expect([name, faultOf(one)]).not.toContain(undefined)
})
