import { expect, test } from 'vitest'
import type { AccreditationProduct } from './accreditation.schema.ts'
import { changedProduct } from './product-shown.ts'

const states = ['FIX', 'API'].flatMap((productName) =>
  [1, 2].flatMap((productPrice) =>
    ['USD', 'EUR'].map((currencyIsoCode) => ({ productName, productPrice, currencyIsoCode })),
  ),
)
type Rule = (shown: AccreditationProduct, now: AccreditationProduct) => boolean
const faultOf = (refuses: Rule) =>
  states
    .flatMap((shown) => states.map((now) => [shown, now] as const))
    .find(([shown, now]) => {
      const isSame =
        shown.productName === now.productName && shown.currencyIsoCode === now.currencyIsoCode
      return refuses(shown, now) === (isSame && now.productPrice <= shown.productPrice)
    })

test('no product is sold for more than the shown price or under another name, and each wrong rule is found', () => {
  const rule: Rule = (...both) => changedProduct(...both) !== undefined
  expect(faultOf(rule)).toBeUndefined()
  expect(changedProduct(states[0]!, states[6]!)).toBe(
    'The product has changed: it is API for $2.00 now, not FIX for $1.00. Nothing was charged. Please check it and continue again.',
  )
  const without = (part: Partial<AccreditationProduct>) => (shown: object, now: object) =>
    rule({ ...states[0]!, ...shown, ...part }, { ...states[0]!, ...now, ...part })
  const wrong: Rule[] = [
    without({ currencyIsoCode: 'USD' }),
    without({ productName: 'FIX' }),
    without({ productPrice: 1 }),
    (shown, now) => JSON.stringify(shown) !== JSON.stringify(now),
  ]
  for (const one of wrong) expect(faultOf(one)).toBeDefined()
})
