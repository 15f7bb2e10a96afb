import { expect, test } from 'vitest'
import { daysOverdue } from './overdue.ts'

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
