import { monthsBetween } from '../kernel/month.ts'
import { expect, test } from 'vitest'
import { latestMonthNamed, withoutTimes } from './named-months.ts'

test.each([
  ['TT Pro - Nov 2026', 'TT Pro -', '2026-11'],
  ['TT Pro for November 2026', 'TT Pro for', '2026-11'],
  ['Cabinet (2026-11-01 to 2026-11-30)', 'Cabinet ( to )', '2026-11'],
  ['Cabinet 11/01/2026 - 11/30/2026', 'Cabinet -', '2026-11'],
  ['Cabinet 30/11/26', 'Cabinet', '2026-11'],
  // Either May 4 or April 5.
  ['Cabinet 4/5/2026', 'Cabinet', undefined],
  ['Support Q3 2026', 'Support', '2026-09'],
  ['Support 2026-Q4', 'Support', '2026-12'],
  ['Support 09/2026', 'Support', '2026-09'],
  ['Nov 1 - Nov 30, 2026', '-', '2026-11'],
  ["Sept '26", '', '2026-09'],
  ['Desk 7 at 10 Main Street', 'Desk 7 at 10 Main Street', undefined],
  ['May Lin, seat 2026', 'May Lin, seat 2026', undefined],
  ['Octopus 2026', 'Octopus 2026', undefined],
])('%s is %s without times', (text, without, month) => {
  expect(withoutTimes(text).replace(/\s+/g, ' ').trim()).toBe(without)
  expect(latestMonthNamed(text)).toBe(month)
})

test('months between', () => {
  expect(monthsBetween('2026-11', '2027-01')).toBe(2)
  expect(monthsBetween('2026-11', '2026-11')).toBe(0)
})
