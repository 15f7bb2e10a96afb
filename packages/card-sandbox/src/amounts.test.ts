import { expect, test } from 'vitest'
import { formatAmount } from './currencies.ts'
import { errorOf, useCards } from '../test/cards.ts'

const cards = useCards()
const create = (amount: number, currency: string) =>
  cards.stripe.paymentIntents.create({ amount, currency })

test.each([
  ['usd', 50],
  ['eur', 50],
  ['gbp', 30],
  ['jpy', 50],
  ['mxn', 1000],
  ['huf', 17_500],
  ['usd', 99_999_999],
  ['isk', 500],
  ['ugx', 500],
  ['kwd', 5120],
  // Whole amounts are for payouts only.
  ['huf', 20_045],
  ['twd', 80_045],
])('%s: %i is charged', async (currency, amount) => {
  expect(await create(amount, currency)).toMatchObject({ amount, currency })
})

test.each([
  ['usd', 49, 'amount_too_small'],
  ['gbp', 29, 'amount_too_small'],
  ['jpy', 49, 'amount_too_small'],
  ['huf', 17_499, 'amount_too_small'],
  ['usd', 0, 'parameter_invalid_integer'],
  ['usd', -100, 'parameter_invalid_integer'],
  ['usd', 100_000_000, 'amount_too_large'],
  // In hundredths, but without fractions.
  ['isk', 550, 'invalid_charge_amount'],
  ['ugx', 501, 'invalid_charge_amount'],
  // The last of three decimals must be 0.
  ['kwd', 5124, 'invalid_charge_amount'],
])('%s: %i is refused: %s', async (currency, amount, code) => {
  const error = await errorOf(create(amount, currency))
  expect(error).toMatchObject({ statusCode: 400, code, param: 'amount' })
})

test('a currency that the provider does not support is refused', async () => {
  expect(await errorOf(create(500, 'xyz'))).toMatchObject({ statusCode: 400, param: 'currency' })
})

test.each([
  ['usd', 123_450, '$1,234.50'],
  ['jpy', 5000, '¥5,000'],
  ['kwd', 5120, 'KWD 5.120'],
  // Five thousand crowns, not five hundred thousand.
  ['isk', 500_000, 'ISK 5,000'],
  ['ugx', 500_000, 'UGX 5,000'],
  ['huf', 1_000_045, 'HUF 10,000.45'],
  ['all', 20_050, 'ALL 200.50'],
])('the checkout page shows %s %i as %s', (currency, amount, shown) => {
  // A no-break space is between code and number.
  expect(formatAmount(amount, currency).replace('\u00a0', ' ')).toBe(shown)
})
