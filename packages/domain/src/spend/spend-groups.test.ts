import { expect, test } from 'vitest'
import { changeOf, rankGroups, topChanges, type SpendGroup } from './spend-groups.ts'

const group = (name: string, ...cents: number[]): SpendGroup => ({
  kind: 'named',
  name,
  count: 1,
  cents,
})
const names = (groups: readonly SpendGroup[]) => groups.map(({ name }) => name)

test('the largest groups come first, credits by their size; the others become one group', () => {
  const groups = [group('a', 5, 5), group('b', 1, 2), group('c', -40, 10), group('d', 0, 0)]
  expect(rankGroups(groups, 2)).toEqual([
    group('c', -40, 10),
    group('a', 5, 5),
    { kind: 'other', name: '', count: 1, cents: [1, 2] },
  ])
  expect(names(rankGroups(groups))).toEqual(['c', 'a', 'b'])
})

test('the top changes are the largest increases and decreases of the last month', () => {
  const groups = [group('up', 900, 10, 30), group('down', 0, 90, 10), group('same', 1, 70, 70)]
  expect(names(topChanges(groups))).toEqual(['down', 'up'])
  expect(topChanges(groups).map(changeOf)).toEqual([-80, 20])
  expect(changeOf({ cents: [7] })).toBe(7)
})

test('groups of equal size keep one order, whatever the order of the rows', () => {
  const unnamed: SpendGroup = { ...group('a', 2, 3), kind: 'unnamed' }
  const rows = [group('b', 1, 4), group('a', 4, 1), unnamed]
  for (const one of [rows, rows.toReversed()]) {
    expect(names(rankGroups(one))).toEqual(['a', 'a', 'b'])
    expect(rankGroups(one, 2)).toEqual(rankGroups(rows, 2))
    expect(names(topChanges(one))).toEqual(['a', 'b', 'a'])
  }
})
