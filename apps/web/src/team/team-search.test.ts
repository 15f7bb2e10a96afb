import { expect, test } from 'vitest'
import { confirmSearch, historySearch, teamSearch } from './team-search.ts'

const id = '5f0c2c4e-9d1b-4c52-8a55-0a3f0d7e1b11'

test('the address gives back the filters it was given, digits as the text they are', () => {
  const search = {
    q: '0012',
    category: 'Team',
    user: id,
    type: 'Invite',
    order: 'asc',
    size: 'all',
    page: '12',
  }
  expect(historySearch.write(search)).toEqual({ ...search, page: 12 })
  expect(teamSearch.write({ q: '17', open: id.toUpperCase(), invite: 'open' })).toEqual({
    q: '17',
    open: id,
    invite: 'open',
  })
})

test('values that make no sense are dropped', () => {
  expect(historySearch.write({ q: '', order: 'up', size: '7', page: '1', other: 'x' })).toEqual({})
  expect(historySearch.write({ page: '-2' })).toEqual({})
  expect(historySearch.write({ page: '1e9' })).toEqual({})
  expect(teamSearch.write({ invite: 'yes', open: 'u-1' })).toEqual({})
})

test('the size is taken in any case, and 25 is not written', () => {
  expect(historySearch.write({ size: 'All' })).toEqual({ size: 'all' })
  expect(historySearch.write({ size: '25' })).toEqual({})
  expect(historySearch.parse({}).size).toBe('25')
})

test('an invitation code is taken as it is, or not at all', () => {
  expect(confirmSearch.write({ code: 'aB_-9' })).toEqual({ code: 'aB_-9' })
  for (const code of ['a b', 'x'.repeat(65), '']) expect(confirmSearch.write({ code })).toEqual({})
})
