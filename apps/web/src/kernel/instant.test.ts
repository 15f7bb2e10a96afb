import { expect, test } from 'vitest'
import { formatInstant, formatInstantDay, formatInstantSecond } from './instant.ts'

test('an instant reads as month, day, year and time in the user’s time zone', () => {
  const noonHere = new Date(2026, 10, 1, 12, 5).toISOString()
  expect(formatInstant(noonHere)).toMatch(/^11\/01\/2026, 12:05\sPM$/)
  expect(formatInstantSecond(noonHere)).toMatch(/^11\/01\/2026, 12:05:00\sPM$/)
  expect(formatInstantDay(noonHere)).toBe('11/01/2026')
  expect(formatInstantDay(new Date(2026, 1, 3, 23, 59).toISOString())).toBe('02/03/2026')
})
