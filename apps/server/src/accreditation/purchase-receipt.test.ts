import { expect, test } from 'vitest'
import { address } from '../../test/purchases.ts'
import { billedTo } from './purchase-receipt.ts'

const { postal_code: postalCode, ...rest } = address
const buyer = { ...rest, postalCode }

test('the buyer is printed in one line, without blank fields and characters that turn the text around', () => {
  expect(billedTo(buyer)).toBe('Ana Novak, 1 Harbor Way, Chicago IL 60606, US')
  const turned = { ...buyer, name: '\u202eAna\u2066 Novak\u200f ', line2: ' ', city: ' ' }
  expect(billedTo(turned)).toBe('Ana Novak, 1 Harbor Way, IL 60606, US')
})
