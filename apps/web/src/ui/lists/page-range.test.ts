import { expect, test } from 'vitest'
import { isLastPage, pageRange, totalText } from './page-range.ts'

const list = (length: number, count: number, isMore = false) => ({
  rows: Array.from({ length }),
  count,
  isMore,
})

test('a page has the range of its entries, and whether another page follows', () => {
  expect(pageRange(2, 25, 25)).toBe('26–50')
  expect(pageRange(6, 200, 34)).toBe('1,001–1,034')
  expect(pageRange(1, 25, 0)).toBe('')
  expect(isLastPage(2, 25, list(25, 60))).toBe(false)
  expect(isLastPage(3, 25, list(10, 60))).toBe(true)
  expect(isLastPage(1, 25, list(25, 25))).toBe(true)
  expect(isLastPage(1, 25, list(0, 0))).toBe(true)
})

test('entries beyond the counted ones are reachable, and the total has a plus sign', () => {
  expect(totalText(list(25, 10_000, true))).toBe('Total: 10,000+')
  expect(totalText(list(3, 3))).toBe('Total: 3')
  expect(isLastPage(400, 25, list(25, 10_000, true))).toBe(false)
  expect(isLastPage(420, 25, list(7, 10_000, true))).toBe(true)
})
