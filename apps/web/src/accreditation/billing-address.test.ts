import { expect, test } from 'vitest'
import { checkoutRequest } from './billing-address.ts'

test('an address is sent with the field names of the call, without blank fields', () => {
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
