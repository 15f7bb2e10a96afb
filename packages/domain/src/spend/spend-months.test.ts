import { addMonths } from '../kernel/month.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastMonth, monthOfInvoice, monthOfLine, monthsUntil } from './spend-months.ts'

const invoice = { serviceMonth: '2026-10', date: '2026-11-02' }

test('a line counts in the month in which its service starts, otherwise in the month of its invoice', () => {
  expect(monthOfLine({ servicePeriodStart: '2026-08-31' }, invoice)).toBe('2026-08')
  expect(monthOfLine({ servicePeriodStart: null }, invoice)).toBe('2026-10')
  expect(monthOfLine({}, { ...invoice, serviceMonth: '' })).toBe('2026-11')
})

test.each(['', 'Oct 2026', '2026-13', '2026-00', '2026-1', '2026-10-01', ' 2026-10'])(
  'the service month "%s" is invalid: the date counts',
  (serviceMonth) => {
    expect(monthOfInvoice({ ...invoice, serviceMonth })).toBe('2026-11')
  },
)

test('months are counted across years', () => {
  expect(monthsUntil('2026-02', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  fc.assert(
    fc.property(fc.nat(3000), fc.nat(3000), (one, other) => {
      const month = addMonths('1950-01', one)
      expect(addMonths(addMonths(month, other), -other)).toBe(month)
      expect(addMonths(month, 1) > month).toBe(true)
    }),
  )
})

test('the last month is the newest one, without mistyped years', () => {
  expect(lastMonth(['2026-09', '2026-12', '2026-10'], '2026-11-02')).toBe('2026-12')
  expect(lastMonth(['2026-09', '2126-10'], '2026-11-02')).toBe('2026-09')
  expect(lastMonth([], '2026-11-02')).toBe('2026-11')
})
