import { expect, test } from 'vitest'
import { planted } from '../../test/planted-rule.ts'
import { itemSteps } from './order-steps.ts'
import { mayWithdraw, withdrawalRefusal, type AskedItem } from './withdraw.ts'

const today = '2026-12-30'
const item = (more: Partial<AskedItem> = {}): AskedItem => ({
  isOfPortal: true,
  step: 'Accepted',
  type: 1,
  adds: true,
  day: '2026-12-31',
  hasRun: false,
  isByRecords: true,
  ends: false,
  ...more,
})
const cancel = { type: 2, adds: false }
const change = { type: 3, adds: false }

/** Items that may be withdrawn, and items that may not for a single reason. */
const cases: [boolean, Partial<AskedItem>][] = [
  ...itemSteps.map((step): [boolean, Partial<AskedItem>] => [
    step === 'Submitted' || step === 'Accepted' || step === 'Scheduled',
    { step },
  ]),
  [false, { isOfPortal: false }],
  [true, { day: today }],
  [false, { hasRun: true }],
  [true, { isByRecords: false }],
  [false, { isByRecords: false, day: today }],
  // A change of a license that no order added.
  [false, { type: 3, hasRun: true }],
  ...[cancel, change].flatMap((of): [boolean, Partial<AskedItem>][] => [
    [true, of],
    [true, { ...of, isByRecords: false }],
    [false, { ...of, day: today }],
    [false, { ...of, day: '2026-12-29' }],
  ]),
  [false, { ...cancel, ends: true }],
  [true, { ...change, ends: true }],
]
const wrongCases = (rule: typeof mayWithdraw) =>
  cases.filter(([may, more]) => rule(item(more), today) !== may)

test('an item may be withdrawn until it takes effect', () => {
  expect(wrongCases(mayWithdraw)).toEqual([])
})

test.each([
  ['what another system ordered', '!item.isOfPortal ||', ''],
  ['what has ended', '|| !isOpen(item.step)', ''],
  ['a license that has run', '!item.hasRun', 'true'],
  ['a license that is in force by orders', 'item.isByRecords ?', 'true ?'],
  [
    'only additions before their day',
    'item.isByRecords ? !item.hasRun : item.day > today',
    'item.day > today',
  ],
  ['what is in effect today', 'return item.day > today', 'return item.day >= today'],
  ['the cancellation of what ends anyway', '&& item.ends', '&& false'],
  ['no change of what ends', 'item.type === requestTypes.cancel &&', ''],
])('a rule that withdraws %s is found', async (_, from, to) => {
  const wrong = await planted<{ mayWithdraw: typeof mayWithdraw }>('licenses/withdraw.ts', [
    from,
    to,
  ])
  expect(wrongCases(wrong.mayWithdraw)).not.toEqual([])
})

test('an item is withdrawn only if it is as the user saw it', () => {
  const read = { id: 1, customerOrderId: 79, productName: 'TT Pro' }
  expect(withdrawalRefusal({ ...read, canWithdraw: true }, 'Accepted', 'Accepted')).toBeUndefined()
  expect(withdrawalRefusal(read, 'Provisioned', 'Accepted')).toBe('This item is now Provisioned.')
  expect(withdrawalRefusal(read, 'Accepted', 'Accepted')).toBe(
    'This item can no longer be withdrawn.',
  )
})
