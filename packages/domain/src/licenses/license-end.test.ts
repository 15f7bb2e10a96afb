import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { cancelledState, endRefusal, lastDayOf } from './license-end.ts'
import { requestTypes } from './request-types.ts'

const today = '2026-11-26'
const license = { startsOn: '2026-01-05', endsOn: null, isProvided: true, asked: null }
const cancelled = (day: string) => ({
  endsOn: day,
  asked: { orderId: 12, type: requestTypes.cancel, day },
})

test('the record of a license has its last day, which a cancellation in an order does not change', () => {
  const byRecord = { ...license, endsOn: '2026-11-27' }
  expect(lastDayOf(byRecord, today)).toBe('2026-11-26')
  // East of UTC it is already the next day.
  expect(lastDayOf(byRecord, '2026-11-27')).toBe('2026-11-26')
  expect(endRefusal(byRecord)).toBe('This license already ends: its last day is 11/26/2026.')
  expect(lastDayOf({ ...cancelled('2026-12-20'), ...byRecord }, today)).toBe('2026-11-26')
  expect(lastDayOf(license, today)).toBeUndefined()
  expect(endRefusal(license)).toBeUndefined()
})

test('a license does not run on its cancellation day, but still runs if the cancellation is overdue', () => {
  for (const isProvided of [true, false]) {
    const by = (day: string) => ({ ...license, ...cancelled(day), isProvided })
    expect(lastDayOf(by('2026-11-30'), today)).toBe('2026-11-29')
    expect(lastDayOf(by(today), today)).toBeUndefined()
    expect(cancelledState(by(today), today)).toBe('Cancelled, still active')
    expect(endRefusal(by('2026-11-30'))).toBe(
      'This license is already cancelled, as of 11/30/2026.',
    )
  }
})

test('a license that is cancelled before it starts has no last day and is not active', () => {
  const never = { ...license, startsOn: '2026-12-05', ...cancelled('2026-12-01') }
  expect(lastDayOf(never, today)).toBeUndefined()
  expect(cancelledState(never, today)).toBe('Cancelled')
})

test('the last day by an order is the day before the end, never past and never before the start', () => {
  const day = fc.integer({ min: -40, max: 40 }).map((days) => addDays(today, days))
  fc.assert(
    fc.property(fc.option(day), day, fc.boolean(), (startsOn, ends, isProvided) => {
      const last = lastDayOf({ ...license, startsOn, ...cancelled(ends), isProvided }, today)
      const isKnown = ends > today && (startsOn === null || startsOn < ends)
      expect(last).toBe(isKnown ? addDays(ends, -1) : undefined)
    }),
  )
})
