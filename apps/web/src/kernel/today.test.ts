import { expect, test } from 'vitest'
import { dateOf, dayOf } from './today.ts'

test('days stay the same when converted for the calendar and back, also around midnight and daylight saving', () => {
  for (const day of ['2026-03-08', '2026-11-01', '2024-02-29', '2026-12-31'])
    expect(dayOf(dateOf(day))).toBe(day)
  expect(dayOf(new Date(2026, 0, 1, 0, 0))).toBe('2026-01-01')
  expect(dayOf(new Date(2026, 0, 1, 23, 59))).toBe('2026-01-01')
})
