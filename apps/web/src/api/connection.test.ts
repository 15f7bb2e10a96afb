import { expect, test } from 'vitest'
import { pauseAfter } from './connection.ts'

test('the pauses between checks grow to half a minute, and differ between browsers', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => pauseAfter(failures, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
  expect(pauseAfter(1, 0)).toBe(500)
  expect(pauseAfter(60, 0)).toBe(15_000)
})
