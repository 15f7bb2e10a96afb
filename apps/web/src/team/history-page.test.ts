import { expect, test } from 'vitest'
import { filtersOn, isLastPage, pageSize, rangeText, totalText } from './history-page.ts'

const page = (length: number, count: number, isMore = false) => ({
  rows: Array.from({ length }),
  count,
  isMore,
})

test('twenty-five entries are a page unless another size is chosen', () => {
  expect(pageSize({})).toBe(25)
  expect(pageSize({ size: '100' })).toBe(100)
  expect(pageSize({ size: 'all' })).toBe(3000)
})

test('a page says which entries it shows, and whether there is another', () => {
  expect(rangeText(page(25, 60), { page: '2' })).toBe('26–50')
  expect(rangeText(page(10, 60), { page: '3' })).toBe('51–60')
  expect(rangeText(page(0, 0), {})).toBe('')
  expect(isLastPage(page(25, 60), { page: '2' })).toBe(false)
  expect(isLastPage(page(10, 60), { page: '3' })).toBe(true)
  expect(isLastPage(page(25, 25), {})).toBe(true)
})

test('more than are counted are all reachable, and said to be more', () => {
  expect(totalText(page(25, 10_000, true))).toBe('Total: 10,000+')
  expect(totalText(page(3, 3))).toBe('Total: 3')
  expect(isLastPage(page(25, 10_000, true), { page: '400' })).toBe(false)
  expect(isLastPage(page(7, 10_000, true), { page: '420' })).toBe(true)
})

test('filters are counted, the search is not one of them', () => {
  expect(filtersOn({ q: 'x', category: 'Team', type: 'Invite' })).toBe(2)
  expect(filtersOn({})).toBe(0)
})
