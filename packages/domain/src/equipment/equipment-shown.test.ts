import { expect, test } from 'vitest'
import { changedEquipment, decidedFees, totalFees } from './equipment-shown.ts'
import type { EquipmentLine } from './equipment.schema.ts'
import type { Decision } from './status.ts'

const line = (id: string, equipmentName: string, installationFee: number): EquipmentLine => ({
  id,
  equipmentName,
  installationFee,
  equipmentType: '',
  dataCenter: '',
  notes: '',
})
const router = line('1', 'Router', 450)

test.each<[Decision, EquipmentLine[], string?]>([
  ['approve', [router]],
  ['approve', [{ ...router, installationFee: 449 }]],
  ['cancel', [{ ...router, installationFee: 451 }]],
  ['approve', [{ ...router, installationFee: 451 }], 'Router: $451.00, not $450.00.'],
  ['cancel', [{ ...router, installationFee: 449 }], 'Router: $449.00, not $450.00.'],
  ['approve', [line('1', 'Switch', 450)], 'Router is now Switch.'],
  ['approve', [line('1', 'Switch', 1)], 'Router is now Switch: $1.00, not $450.00.'],
  ['approve', [{ ...router, dataCenter: 'LD4' }], 'Router has other details now.'],
  ['approve', [router, line('1', 'Switch', 0)], 'Switch for $0.00 is new.'],
  ['approve', [], 'Router is no longer in it.'],
])('%s a router when the request has %j: %s', (decision, now, words) => {
  const done = { approve: 'approved', cancel: 'cancelled' }[decision]
  expect(changedEquipment(decision, [router], now)).toBe(
    words &&
      `This request has changed. ${words} Nothing was ${done}. Please check it and decide again.`,
  )
})

test('the message about a decision names its fees and the shown ones', () => {
  expect(decidedFees(totalFees([router, router]), null)).toBe('$900.00')
  expect(decidedFees(100, 200)).toBe('$1.00 ($2.00 when it was confirmed)')
})

// All requests of up to two lines with few ids, names and fees: as shown, and at the time of the decision.

const lines = [
  ['1', 'A'],
  ['1', 'B'],
  ['2', 'A'],
].flatMap(([id, name]) => [1, 2].map((fee) => line(id!, name!, fee)))
const requests = [
  [],
  ...lines.map((one) => [one]),
  ...lines.flatMap((one) => lines.map((other) => [one, other])),
]
type Rule = (decision: Decision, shown: EquipmentLine[], now: EquipmentLine[]) => boolean

/** Whether some order of the lines has the same ids and names, and no worse fee. */
const isAsGood: Rule = (decision, shown, now) =>
  [now, now.toReversed()].some(
    (all) =>
      all.length === shown.length &&
      all.every((one, place) => {
        const seen = shown[place]!
        const [lower, higher] = decision === 'approve' ? [one, seen] : [seen, one]
        const isSame = one.id === seen.id && one.equipmentName === seen.equipmentName
        return isSame && lower.installationFee <= higher.installationFee
      }),
  )

const faultOf = (accepts: Rule) =>
  (['approve', 'cancel'] as const).flatMap((decision) =>
    requests.flatMap((shown) =>
      requests
        .filter((now) => accepts(decision, shown, now) !== isAsGood(decision, shown, now))
        .map((now) => ({ decision, shown, now })),
    ),
  )[0]

test('a decision never applies to worse fees than the shown ones, and each wrong rule is found', () => {
  const rule: Rule = (...asked) => changedEquipment(...asked) === undefined
  expect(faultOf(rule)).toBeUndefined()
  const wrong: Record<string, Rule> = {
    'compare only the sum': (_, shown, now) => totalFees(now) <= totalFees(shown),
    'compare without names': (decision, ...both) => {
      const [shown, now] = both.map((all) => all.map((one) => ({ ...one, equipmentName: '' })))
      return rule(decision, shown!, now!)
    },
    'compare the lines in their order': (decision, shown, now) =>
      shown.length === now.length &&
      now.every((one, place) => rule(decision, [shown[place]!], [one])),
    'pass lines that are missing': (decision, shown, now) =>
      rule(
        decision,
        shown.filter(({ id }) => now.some((one) => one.id === id)),
        now,
      ),
    'refuse every change': (_, shown, now) => JSON.stringify(shown) === JSON.stringify(now),
    'cancel like an approval': (_, shown, now) => rule('approve', shown, now),
  }
  for (const [name, one] of Object.entries(wrong))
    expect([name, faultOf(one)]).not.toContain(undefined)
})
