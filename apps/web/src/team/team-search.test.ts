import { expect, test } from 'vitest'
import { historySearch, teamSearch } from './team-search.ts'

test('the address gives back the filters it was given, digits as the text they are', () => {
  const search = {
    q: '0012',
    category: 'Team',
    user: 'u-1',
    type: 'Invite',
    order: 'asc',
    size: 'all',
    page: '12',
  }
  expect(historySearch(search)).toEqual(search)
  expect(teamSearch({ q: '17', open: 'u-1', invite: 'open' })).toEqual({
    q: '17',
    open: 'u-1',
    invite: 'open',
  })
})

test('values that make no sense are dropped', () => {
  expect(historySearch({ q: '', order: 'up', size: '7', page: '1', other: 'x' })).toEqual({})
  expect(historySearch({ page: '-2' })).toEqual({})
  expect(historySearch({ page: '1e9' })).toEqual({})
  expect(teamSearch({ invite: 'yes', open: '' })).toEqual({})
})
