import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { faultOf, history, wrongRules } from '../../test/unsent-model.ts'
import type { DraftState, LineItem } from './licenses.schema.ts'
import { addedItem, cancelledItem, subscriptionItems } from './line-items.ts'
import {
  changed,
  contentOf,
  isMoved,
  isUnsaved,
  mayBeMade,
  movedText,
  nothingBuilt,
  orderOf,
  type KeyedItem,
  type UnsentContent,
} from './unsent-changes.ts'

const names = { networkId: 'N', networkName: 'N', dateRequired: '2026-12-01' }
const item = (userName: string) => addedItem('10010', { ...names, userName })
const keyed = (key: string, of: LineItem = item(key)): KeyedItem => ({ key, item: of })
const built = (...items: KeyedItem[]): UnsentContent => ({ ...nothingBuilt, items })
const draft = { id: 61, version: 2, isEdited: false }
const a = keyed('a')
const b = keyed('b')

test('a change applies to a newer order if its target is as the person saw it; a repeat does nothing', () => {
  const add = { do: 'add', items: [b] } as const
  expect(changed(built(a), add)).toEqual(built(a, b))
  expect(changed(built(a, b), add)).toEqual(built(a, b))
  const edit = { do: 'edit', seen: a, item: item('c') } as const
  const after = built(keyed('a', item('c')), b)
  for (const now of [built(a, b), after]) expect(changed(now, edit)).toEqual(after)
  for (const now of [built(b), built(keyed('a', item('d')))])
    expect(changed(now, edit)).toBeUndefined()
  const remove = { do: 'remove', seen: a } as const
  for (const now of [built(a, b), built(b)]) expect(changed(now, remove)).toEqual(built(b))
  expect(changed(built(keyed('a', item('d'))), remove)).toBeUndefined()
  // The server returns the fields in another order.
  const turned = Object.fromEntries(Object.entries(a.item).toReversed()) as LineItem
  expect(changed(built(keyed('a', turned)), remove)).toEqual(nothingBuilt)
  const notes = { do: 'notes', draft: undefined, seen: 'x', notes: 'y' } as const
  for (const now of ['x', 'y'])
    expect(changed({ ...built(a), notes: now }, notes)).toEqual({ ...built(a), notes: 'y' })
  expect(changed({ ...built(a), notes: 'z' }, notes)).toBeUndefined()
  expect(changed({ ...built(a), notes: 'x', draft }, notes)).toBeUndefined()
  const clear = { do: 'replace', seen: built(a), content: nothingBuilt } as const
  for (const now of [built(a), nothingBuilt]) expect(changed(now, clear)).toEqual(nothingBuilt)
  expect(changed(built(a, b), clear)).toBeUndefined()
})

test('a license is in an order once, and an order has at most 500 items: a larger addition adds none', () => {
  const cancel = (key: string, licenseId: string) =>
    keyed(
      key,
      cancelledItem('10010', { ...names, userName: '' }, { licenseId, coveredCompany: '' }),
    )
  const taken = built(cancel('a', 'R7'))
  const add = (...items: KeyedItem[]) => changed(taken, { do: 'add', items })
  expect(add(cancel('b', 'R7'), cancel('c', 'R8'), cancel('d', 'R8'))?.items).toEqual([
    cancel('a', 'R7'),
    cancel('c', 'R8'),
  ])
  expect(add(cancel('b', 'R7'))).toBeUndefined()
  const many = (count: number) => Array.from({ length: count }, (_, nth) => keyed(`n${nth}`))
  expect(add(...many(499))?.items).toHaveLength(500)
  expect(add(...many(500))).toBeUndefined()
})

test('the notes follow the items, and a changed draft is marked', () => {
  const [one, two] = subscriptionItems('20010', ['Wrong Co', 'Right Co'], '2026-12-01')
  const both = changed(built(), { do: 'add', items: [keyed('a', one), keyed('b', two)] })!
  expect(changed(both, { do: 'remove', seen: keyed('a', one) })?.notes).toBe(
    'Covered companies: Right Co',
  )
  const opened = { ...built(a), draft }
  expect([nothingBuilt, opened, built(a)].map(isUnsaved)).toEqual([false, false, true])
  const edited = changed(opened, { do: 'remove', seen: a })!
  expect([edited.draft, isUnsaved(edited)]).toEqual([{ ...draft, isEdited: true }, true])
})

test('a row keeps its keys; without stored keys all tabs derive the same ones', () => {
  const content = { ...built(a, b), notes: 'n', draft }
  const order = orderOf(content, 'k')!
  expect(contentOf({ revision: 3, order })).toEqual(content)
  const { itemKeys: _keys, ...ofBefore } = order
  expect(contentOf({ revision: 3, order: ofBefore }).items.map(({ key }) => key)).toEqual([
    '3-0',
    '3-1',
  ])
  expect([orderOf(nothingBuilt, 'k'), contentOf({ revision: 3, order: null })]).toEqual([
    null,
    nothingBuilt,
  ])
})

test('the outcome of a draft is shown with the user who caused it', () => {
  const state: DraftState = {
    id: 61,
    status: 'Draft',
    version: 2,
    changedBy: 'Pat Reyes',
    changedDate: null,
  }
  expect([isMoved(draft, state), isMoved(null, state), isMoved(draft, null)]).toEqual([
    false,
    false,
    false,
  ])
  const text = (more: Partial<DraftState>) => {
    const now = { ...state, ...more }
    return isMoved(draft, now) && movedText(now)
  }
  expect(text({ version: 3 })).toBe('Pat Reyes changed draft #P-61.')
  expect(text({ version: 3, changedBy: null })).toBe('Draft #P-61 was changed.')
  expect(text({ status: 'Submitted' })).toBe('Pat Reyes submitted draft #P-61.')
  expect(text({ status: 'Deleted', version: 0, changedBy: null })).toBe('Draft #P-61 was deleted.')
})

test('a change is not repeated on an order that was saved since', () => {
  expect([null, 2, 3, 4].map((savedFrom) => mayBeMade(3, { savedFrom }))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('whatever the network loses, no item is lost, duplicated or ordered unseen, and each change has an outcome', () => {
  fc.assert(
    fc.property(history, (steps) => {
      expect(faultOf(steps)).toBeUndefined()
    }),
    { numRuns: runs(300) },
  )
})

test.each(Object.keys(wrongRules))('found: %s', (name) => {
  const wrong = fc.property(history, (steps) => faultOf(steps, wrongRules[name]) === undefined)
  expect(fc.check(wrong, { numRuns: 5000, endOnFailure: true }).failed).toBe(true)
})
