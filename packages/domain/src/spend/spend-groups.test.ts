import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeOf, rankGroups, topChanges, type SpendGroup } from './spend-groups.ts'

const group = (name: string, ...cents: number[]): SpendGroup => ({
  kind: 'named',
  name,
  count: 1,
  cents,
})
const names = (groups: readonly SpendGroup[]) => groups.map(({ name }) => name)

test('the largest groups come first, credits by their size; the others are one', () => {
  const groups = [group('a', 5, 5), group('b', 1, 2), group('c', -40, 10), group('d', 0, 0)]
  expect(rankGroups(groups, 2)).toEqual([
    group('c', -40, 10),
    group('a', 5, 5),
    { kind: 'other', name: '', count: 1, cents: [1, 2] },
  ])
  expect(names(rankGroups(groups))).toEqual(['c', 'a', 'b'])
})

test('the top changes are those of the last month, up or down', () => {
  const groups = [group('up', 900, 10, 30), group('down', 0, 90, 10), group('same', 1, 70, 70)]
  expect(names(topChanges(groups))).toEqual(['down', 'up'])
  expect(topChanges(groups).map(changeOf)).toEqual([-80, 20])
  expect(changeOf({ cents: [7] })).toBe(7)
})

const someGroups = fc.uniqueArray(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 3 }),
    cents: fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 3, maxLength: 3 }),
  }),
  { selector: ({ name }) => name, maxLength: 16 },
)

test('any groups and any limit: each month keeps its sum, and the order of the rows does not matter', () => {
  fc.assert(
    fc.property(someGroups, fc.nat(12), (given, most) => {
      const groups = given.map(({ name, cents }) => group(name, ...cents))
      const ranked = rankGroups(groups, most)
      for (const month of [0, 1, 2]) {
        const sum = (all: readonly SpendGroup[]) =>
          all.reduce((total, { cents }) => total + cents[month]!, 0)
        expect(sum(ranked)).toBe(sum(groups))
      }
      expect(ranked.length).toBeLessThanOrEqual(most + 1)
      expect(rankGroups(groups.toReversed(), most)).toEqual(ranked)
      expect(topChanges(groups.toReversed())).toEqual(topChanges(groups))
    }),
  )
})
