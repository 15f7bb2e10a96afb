import { expect, test } from 'vitest'
import { parseQuery, queryText } from '../kernel/search-params.ts'
import { licensesSearch } from './licenses-search.ts'

test('an empty draft is a new order, and stays in the address', () => {
  const search = licensesSearch.write(parseQuery('?draft='))
  expect(search).toEqual({ draft: '' })
  expect(queryText(search)).toBe('?draft=')
  expect(licensesSearch.parse({}).draft).toBeUndefined()
})

test('the id of a draft or an order is a positive whole number', () => {
  expect(licensesSearch.write({ draft: '12' })).toEqual({ draft: '12' })
  expect(licensesSearch.write({ order: '7' })).toEqual({ order: '7' })
  for (const id of ['0', '007', '-1', '1e3', '1.5', ' 1', '9'.repeat(19), 'abc'])
    expect(licensesSearch.write({ draft: id, order: id })).toEqual({})
})

test('the id of a license has up to 64 characters of any kind', () => {
  for (const license of ['L 1/ü', '🦜'.repeat(64)])
    expect(licensesSearch.write({ license })).toEqual({ license })
  for (const license of ['', '🦜'.repeat(65), 'two\nlines'])
    expect(licensesSearch.write({ license })).toEqual({})
})
