import { expect, test } from 'vitest'
import { daysOverdue, isAutoPayTonight } from './overdue.ts'

const due = { dueDate: '2026-10-31', hasBeenCharged: false, balanceDueCents: 1 }

test('an unpaid invoice is overdue from the day after its due date', () => {
  expect(daysOverdue(due, '2026-10-31')).toBe(0)
  expect(daysOverdue(due, '2026-11-01')).toBe(1)
  expect(daysOverdue(due, '2027-10-31')).toBe(365)
})

test('paid, credited, charged or undated invoices are never overdue', () => {
  expect(daysOverdue({ ...due, balanceDueCents: 0 }, '2027-01-01')).toBe(0)
  expect(daysOverdue({ ...due, balanceDueCents: -5 }, '2027-01-01')).toBe(0)
  expect(daysOverdue({ ...due, hasBeenCharged: true }, '2027-01-01')).toBe(0)
  expect(daysOverdue({ ...due, dueDate: null }, '2027-01-01')).toBe(0)
})

test('an unpaid invoice whose charge is fixed for the coming run is charged tonight', () => {
  const fixed = { ...due, autoPayOn: '2026-10-31' }
  expect(isAutoPayTonight(fixed, '2026-10-31')).toBe(true)
  expect(isAutoPayTonight(fixed, '2026-11-01')).toBe(false)
  expect(isAutoPayTonight({ ...fixed, autoPayOn: null }, '2026-10-31')).toBe(false)
  expect(isAutoPayTonight({ ...fixed, hasBeenCharged: true }, '2026-10-31')).toBe(false)
  expect(isAutoPayTonight({ ...fixed, balanceDueCents: 0 }, '2026-10-31')).toBe(false)
})
