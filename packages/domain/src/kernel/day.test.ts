import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dayIn,
  addDays,
  daysBetween,
  formatDay,
  monthName,
  parseDay,
  parseIsoDay,
  shortDay,
  startOfMonth,
} from './day.ts'

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a day is unchanged after it is written and read again, in every format', () => {
  fc.assert(
    fc.property(day, (written) => {
      expect(parseDay(formatDay(written))).toBe(written)
      expect(parseDay(shortDay(written))).toBe(written)
      expect(parseDay(written)).toBe(written)
      expect(parseIsoDay(written)).toBe(written)
    }),
  )
})

test.each(['2/3/2026', '02/03/2026', '02032026', '2026-02-03', '2/3/26', ' 2/3/2026 '])(
  '%s is February 3rd',
  (text) => {
    expect(parseDay(text)).toBe('2026-02-03')
  },
)

test.each([
  '2/30/2026',
  '13/1/2026',
  '0/1/2026',
  '2/29/2025',
  '2026-2-3',
  'tomorrow',
  '',
  '2/3',
  '1/1/1800',
])('"%s" is not a day', (text) => {
  expect(parseDay(text)).toBeUndefined()
})

test('days are counted and added over months, years and leap days', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  expect(daysBetween('2025-12-31', '2026-03-01')).toBe(60)
  expect(startOfMonth('2026-11-21')).toBe('2026-11-01')
  expect(monthName('2026-11')).toBe('Nov 2026')
})

test('a day ends at midnight of its time zone, also when clocks change', () => {
  const days = (timeZone: string, ...instants: string[]) =>
    instants.map((instant) => dayIn(timeZone, new Date(instant)))
  expect(days('UTC', '2026-11-30T23:59:59Z', '2026-12-01T00:00:00Z')).toEqual([
    '2026-11-30',
    '2026-12-01',
  ])
  // Daylight saving begins and ends.
  expect(days('America/Chicago', '2026-03-08T05:59:00Z', '2026-03-09T04:59:00Z')).toEqual([
    '2026-03-07',
    '2026-03-08',
  ])
  expect(days('America/Chicago', '2026-11-01T04:59:00Z', '2026-11-02T05:59:00Z')).toEqual([
    '2026-10-31',
    '2026-11-01',
  ])
  expect(() => dayIn('Chicago', new Date(0))).toThrow(RangeError)
})
