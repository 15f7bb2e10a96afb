import { expect, test } from 'vitest'
import { rowGroups } from './row-groups.ts'

test('consecutive rows with one name form a group of any size', () => {
  expect(rowGroups(['a', 'a', 'b', 'a'], (row) => row)).toEqual({
    all: [
      { name: 'a', first: 0, last: 1 },
      { name: 'b', first: 2, last: 2 },
      { name: 'a', first: 3, last: 3 },
    ],
    firsts: new Set([0, 2, 3]),
  })
  expect(rowGroups([], String).all).toEqual([])
  expect(rowGroups(['a'], undefined).all).toEqual([])
})
