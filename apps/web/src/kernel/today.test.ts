import { expect, test, vi } from 'vitest'
import { autoPayToday, dateOf, dayOf, today } from './today.ts'

test('days stay the same when converted for the calendar and back, also around midnight and daylight saving', () => {
  for (const day of ['2026-03-08', '2026-11-01', '2024-02-29', '2026-12-31'])
    expect(dayOf(dateOf(day))).toBe(day)
  expect(dayOf(new Date(2026, 0, 1, 0, 0))).toBe('2026-01-01')
  expect(dayOf(new Date(2026, 0, 1, 23, 59))).toBe('2026-01-01')
})

test('the books count days in UTC, in any time zone of the reader', () => {
  const zone = process.env['TZ']
  vi.useFakeTimers({ now: new Date('2026-11-26T02:00:00Z') })
  const days = ['Asia/Tokyo', 'America/Los_Angeles'].map((TZ) => {
    process.env['TZ'] = TZ
    return [today(), autoPayToday()]
  })
  vi.useRealTimers()
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  expect(days).toEqual([
    ['2026-11-26', '2026-11-26'],
    ['2026-11-25', '2026-11-26'],
  ])
})
