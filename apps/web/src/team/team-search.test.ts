import { expect, test } from 'vitest'
import { historySearch, teamSearch } from './team-search.ts'

const id = '5f0c2c4e-9d1b-4c52-8a55-0a3f0d7e1b11'

test('the address keeps the filters, digits as text', () => {
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

test('invalid values are dropped', () => {
  expect(historySearch.write({ q: '', order: 'up', size: '7', page: '1', other: 'x' })).toEqual({})
  expect(historySearch.write({ page: '-2' })).toEqual({})
  expect(historySearch.write({ page: '1e9' })).toEqual({})
  expect(teamSearch.write({ invite: 'yes', open: 'u-1' })).toEqual({})
})

test('the size ignores case, and 25 is not written', () => {
  expect(historySearch.write({ size: 'All' })).toEqual({ size: 'all' })
  expect(historySearch.write({ size: '25' })).toEqual({})
  expect(historySearch.parse({}).size).toBe('25')
})
