import { expect, test } from 'vitest'
import { withDefault, without } from './cards-change.ts'

const card = (id: string, isDefault = false) => ({
  id,
  stripeId: `pm_${id}`,
  brand: 'visa',
  last4Digits: '4242',
  expirationMonth: 12,
  expirationYear: 2034,
  isDefault,
})

test('the new default card comes first and is the only default card', () => {
  const cards = withDefault([card('a', true), card('b'), card('c')], 'c')
  expect(cards.map(({ id, isDefault }) => [id, isDefault])).toEqual([
    ['c', true],
    ['a', false],
    ['b', false],
  ])
})

test('a removed card is gone and the others are unchanged', () => {
  expect(without([card('a', true), card('b'), card('c')], 'b').map(({ id }) => id)).toEqual([
    'a',
    'c',
  ])
})
