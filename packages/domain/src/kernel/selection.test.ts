import { expect, test } from 'vitest'
import { allToggled, extended, nothingSelected, passed, selectedOf, toggled } from './selection.ts'

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

test('Shift extends from the last row to the pressed one, in the order shown, and back', () => {
  const first = toggled(nothingSelected, 'b')
  const down = extended(first, 'd', letters)
  expect([...down.ids]).toEqual(['b', 'c', 'd'])
  expect([...extended(down, 'a', letters).ids].toSorted()).toEqual(['a', 'b', 'c', 'd'])
  const reversed = letters.toReversed()
  expect([...extended(first, 'd', reversed).ids].toSorted()).toEqual(['b', 'c', 'd'])
  const off = extended(toggled(down, 'c'), 'd', letters)
  expect([...off.ids]).toEqual(['b'])
  // Extending keeps the anchor. A row that is not shown cannot be the anchor.
  expect(extended(down, 'a', letters).anchor).toBe('b')
  expect([...extended(first, 'd', ['c', 'd', 'e']).ids]).toEqual(['b', 'd'])
})

test('the keyboard selects the rows that it passes, and Shift extends from the last one', () => {
  const arrived = passed(toggled(nothingSelected, 'b'), 'b', 'd', letters)
  expect(arrived).toEqual({ ids: new Set(['b', 'c', 'd']), anchor: 'd' })
  expect([...passed(arrived, 'd', 'c', letters).ids]).toEqual(['b', 'c', 'd'])
})

test('all rows of a search are added to the earlier selection', () => {
  const before = toggled(nothingSelected, 'h')
  const all = allToggled(before, ['a', 'b'])
  expect([...all.ids]).toEqual(['h', 'a', 'b'])
  expect(all.anchor).toBeUndefined()
  expect(selectedOf(all.ids, ['a', 'b'])).toBe(true)
  expect(selectedOf(all.ids, ['b', 'c'])).toBe('mixed')
  expect([selectedOf(all.ids, ['c']), selectedOf(all.ids, [])]).toEqual([false, false])
  expect([...allToggled(all, ['b', 'c']).ids]).toEqual(['h', 'a', 'b', 'c'])
  expect([...allToggled(all, ['a', 'b']).ids]).toEqual(['h'])
})
