import { expect, test } from 'vitest'
import { searchCollect, type LeavesOut } from '../../test/collect-search.ts'
import { leftWithCustomer, type MoneyBack } from './money-back.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const refund = (day: number): MoneyBack => ({ kind: 'refunded', at: at(day) })

test('customers keep refunded money until a later decision to collect it', () => {
  expect(leftWithCustomer([], undefined)).toBeUndefined()
  expect(leftWithCustomer([refund(3)], undefined)).toEqual(refund(3))
  expect(leftWithCustomer([refund(3)], at(2))).toEqual(refund(3))
  expect(leftWithCustomer([refund(3)], at(4))).toBeUndefined()
  // The decision was about the first refund, not about the next one.
  expect(leftWithCustomer([refund(3), refund(5)], at(4))).toEqual(refund(5))
  const lost: MoneyBack = { kind: 'chargedBack', at: at(6) }
  expect(leftWithCustomer([refund(5), lost], at(4))).toEqual(lost)
})

const depth = 18
const day = 86_400_000

const rule: LeavesOut = (refundedAt, { collectAt }) =>
  leftWithCustomer(
    [{ kind: 'refunded', at: new Date(refundedAt * day) }],
    collectAt === null ? undefined : new Date(collectAt * day),
  ) !== undefined

test('refunds, decisions and records in any order: no charge without a demand, and every demand is charged', () => {
  const { states, harms } = searchCollect(rule, depth)
  console.log(`collect: ${states} states`)
  expect(Object.fromEntries(harms)).toEqual({})
  expect(states).toBeGreaterThan(100)
})

test.each<[string, LeavesOut]>([
  ['collect is a flag', (_at, { collectAt }) => collectAt === null],
  [
    'refunded until a balance says otherwise',
    (refundedAt, { balance, sentAt }) => !(balance > 0 && sentAt > refundedAt),
  ],
  ['refunded for good', () => true],
])('a wrong rule is found: %s', (_name, wrong) => {
  const { harms } = searchCollect(wrong, depth)
  for (const [harm, trail] of harms) console.log(`${harm}: ${trail.join(' > ')}`)
  expect(harms.size).toBeGreaterThan(0)
})
