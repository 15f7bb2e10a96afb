import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import {
  allToggled,
  extended,
  nothingSelected,
  passed,
  selectedOf,
  toggled,
  type Selection,
} from './selection.ts'

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
const letter = fc.constantFrom(...letters)
const step = fc.oneof(
  fc.record({ do: fc.constant('toggle' as const), id: letter }),
  fc.record({ do: fc.constant('extend' as const), id: letter }),
  fc.record({ do: fc.constant('pass' as const), id: letter, to: letter }),
  fc.record({ do: fc.constant('all' as const) }),
  fc.record({ do: fc.constant('clear' as const) }),
  // Another search or order.
  fc.record({ do: fc.constant('show' as const), ids: fc.shuffledSubarray([...letters]) }),
)

test('a random selection equals one of a mark per row', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let selection: Selection = nothingSelected
      let shown: string[] = [...letters]
      let anchor: string | undefined
      const marks = new Map<string, boolean>(letters.map((id) => [id, false]))
      const mark = (one: string, other: string, isOn: boolean) => {
        let inside = false
        for (const id of shown) {
          const isEnd = id === one || id === other
          if (inside || isEnd) marks.set(id, isOn)
          if (isEnd && one !== other) inside = !inside
        }
      }
      const can = (...ids: string[]) => ids.every((id) => shown.includes(id))
      for (const next of steps) {
        if (next.do === 'show') shown = next.ids
        if (next.do === 'clear') {
          selection = nothingSelected
          for (const id of letters) marks.set(id, false)
          anchor = undefined
        }
        if (next.do === 'all') {
          selection = allToggled(selection, shown)
          const isOn = shown.some((id) => !marks.get(id))
          for (const id of shown) marks.set(id, isOn)
          anchor = undefined
        }
        // A user presses only on rows that are shown.
        if (next.do === 'toggle' && can(next.id)) {
          selection = toggled(selection, next.id)
          marks.set(next.id, !marks.get(next.id))
          anchor = next.id
        }
        if (next.do === 'extend' && can(next.id)) {
          selection = extended(selection, next.id, shown)
          if (anchor !== undefined && can(anchor)) mark(anchor, next.id, marks.get(anchor) === true)
          else {
            marks.set(next.id, !marks.get(next.id))
            anchor = next.id
          }
        }
        if (next.do === 'pass' && can(next.id, next.to)) {
          selection = passed(selection, next.id, next.to, shown)
          mark(next.id, next.to, true)
          anchor = next.to
        }
        expect([...selection.ids].toSorted()).toEqual(letters.filter((id) => marks.get(id)))
        const states = new Set(shown.map((id) => marks.get(id)))
        expect(selectedOf(selection.ids, shown)).toBe(states.size > 1 ? 'mixed' : states.has(true))
      }
    }),
    { numRuns: runs(500) },
  )
})

test('Shift extends from the last row to the pressed one, in the order shown, and back', () => {
  const first = toggled(nothingSelected, 'b')
  const down = extended(first, 'd', letters)
  expect([...down.ids]).toEqual(['b', 'c', 'd'])
  expect([...extended(down, 'a', letters).ids].toSorted()).toEqual(['a', 'b', 'c', 'd'])
  const reversed = letters.toReversed()
  expect([...extended(first, 'd', reversed).ids].toSorted()).toEqual(['b', 'c', 'd'])
  const off = extended(toggled(down, 'c'), 'd', letters)
  expect([...off.ids]).toEqual(['b'])
})

test('all of a search are added to what was selected before it', () => {
  const before = toggled(nothingSelected, 'h')
  const all = allToggled(before, ['a', 'b'])
  expect([...all.ids]).toEqual(['h', 'a', 'b'])
  expect(selectedOf(all.ids, ['a', 'b'])).toBe(true)
  expect([...allToggled(all, ['a', 'b']).ids]).toEqual(['h'])
})
