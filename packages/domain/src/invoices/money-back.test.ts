import { expect, test } from 'vitest'
import { leftWithCustomer, type MoneyBack } from './money-back.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const refund = (day: number): MoneyBack => ({ kind: 'refunded', at: at(day) })

test('customers keep refunded money until a later decision to collect it', () => {
  expect(leftWithCustomer([], undefined)).toBeUndefined()
  expect(leftWithCustomer([refund(3)], undefined)).toEqual(refund(3))
  expect(leftWithCustomer([refund(3)], at(2))).toEqual(refund(3))
  expect(leftWithCustomer([refund(3)], at(4))).toBeUndefined()
  // The decision was about the first refund only.
  expect(leftWithCustomer([refund(3), refund(5)], at(4))).toEqual(refund(5))
  const lost: MoneyBack = { kind: 'chargedBack', at: at(6) }
  expect(leftWithCustomer([refund(5), lost], at(4))).toEqual(lost)
})
