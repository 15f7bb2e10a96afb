import { expect, test } from 'vitest'
import { inSight, meetsSight, rowAfter, withActive } from './visible-rows.ts'

const list = { count: 100, page: 9 }

test('arrows, Page, Home and End move between rows and stop at the ends', () => {
  expect(rowAfter('ArrowDown', 0, list)).toBe(1)
  expect(rowAfter('ArrowDown', 99, list)).toBe(99)
  expect(rowAfter('ArrowUp', 0, list)).toBe(0)
  expect(rowAfter('PageDown', 5, list)).toBe(14)
  expect(rowAfter('PageUp', 5, list)).toBe(0)
  expect(rowAfter('End', 5, list)).toBe(99)
  expect(rowAfter('Home', 50, list)).toBe(0)
  expect(rowAfter('a', 50, list)).toBeUndefined()
})

test('the active row stays in the document at any scroll position', () => {
  const range = { startIndex: 40, endIndex: 42, overscan: 0, count: 100 }
  expect(withActive(range, 3)).toEqual([3, 40, 41, 42])
  expect(withActive(range, 41)).toEqual([40, 41, 42])
  expect(withActive(range, 90)).toEqual([40, 41, 42, 90])
  expect(withActive(range, 100)).toEqual([40, 41, 42])
})

test('rows beyond either edge are not visible; before the edges are known, all are', () => {
  const range = { startIndex: 3, endIndex: 5 }
  expect([2, 3, 5, 6].map((index) => inSight(range, index))).toEqual([false, true, true, false])
  expect(inSight(null, 9)).toBe(true)
})

test('a group is visible if one of its rows is', () => {
  const range = { startIndex: 3, endIndex: 5 }
  const groups = [
    [0, 2],
    [0, 3],
    [4, 4],
    [5, 9],
    [6, 9],
  ] as const
  expect(groups.map(([first, last]) => meetsSight(range, first, last))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(meetsSight(null, 8, 9)).toBe(true)
})
