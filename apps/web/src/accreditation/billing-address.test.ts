import { expect, test } from 'vitest'
import { checkoutRequest } from './billing-address.ts'

test('an address is sent in the words of the call, without what was left blank', () => {
  const address = {
    line1: ' 1 Harbor Way ',
    line2: null,
    city: 'Singapore',
    state: '',
    postal_code: '049315',
    country: 'SG',
  }
  expect(checkoutRequest('ACC-100', { name: ' Ana Novak', address })).toEqual({
    productId: 'ACC-100',
    name: 'Ana Novak',
    line1: '1 Harbor Way',
    city: 'Singapore',
    state: '',
    postal_code: '049315',
    country: 'SG',
  })
  const second = checkoutRequest('A', { name: 'A', address: { ...address, line2: 'Floor 3 ' } })
  expect(second.line2).toBe('Floor 3')
})
