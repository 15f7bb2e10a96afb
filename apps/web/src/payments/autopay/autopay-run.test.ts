import { expect, test } from 'vitest'
import { fixedAt, utcAndHere } from './autopay-run.ts'

test.each([
  ['UTC', /^9:00\sPM UTC$/],
  ['America/New_York', /^9:00\sPM UTC \(4:00\sPM here\)$/],
  ['Asia/Kolkata', /^9:00\sPM UTC \(11\/26\/2026, 2:30\sAM here\)$/],
])('the time of a run is in UTC and, in %s, on the user’s clock', (zone, text) => {
  expect(utcAndHere('2026-11-25T21:00:00.000Z', zone)).toMatch(text)
})

test('the charges of a day are fixed on that day', () => {
  expect(fixedAt('2026-11-25')).toBe('2026-11-25T09:00:00.000Z')
})
