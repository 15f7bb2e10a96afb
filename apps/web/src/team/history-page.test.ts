import { expect, test } from 'vitest'
import { historySearch } from './team-search.ts'
import { filtersOn, pageSize } from './history-page.ts'

test('a page has 25 entries unless another size is chosen', () => {
  expect(pageSize(historySearch.parse({}))).toBe(25)
  expect(pageSize({ size: '100' })).toBe(100)
  expect(pageSize({ size: 'all' })).toBe(3000)
})

test('filters are counted, the search is not one of them', () => {
  expect(filtersOn({ q: 'x', category: 'Team', type: 'Invite' })).toBe(2)
  expect(filtersOn({})).toBe(0)
})
