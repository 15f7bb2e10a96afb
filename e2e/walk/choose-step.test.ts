import { expect, test } from 'vitest'
import { Random } from '../../tools/demo/random.ts'
import { chooseStep, describe, type Memory } from './choose-step.ts'
import { nowhere, type Screen, type Thing } from './screen.ts'

const strangers = { invoices: ['X-1'], requests: [], orders: [], accounts: ['9'] }

const thing = (at: number, name: string, parts: Partial<Thing> = {}): Thing => ({
  at,
  kind: 'press',
  role: 'button',
  name,
  where: 'main',
  inLayer: false,
  isFilled: false,
  isMain: false,
  ...parts,
})
const screen: Screen = {
  ...nowhere,
  path: '/licenses',
  things: [
    thing(0, 'Save Draft'),
    thing(1, 'Notes', { kind: 'type', role: 'field' }),
    ...Array.from({ length: 200 }, (_, row) => thing(2 + row, `Order #${row}`, { role: 'row' })),
  ],
}
const memory = (parts: Partial<Memory> = {}): Memory => ({
  uses: new Map(),
  tabs: 1,
  offlineFor: 0,
  rightsBackIn: undefined,
  canBeMeddledWith: true,
  elsewhere: undefined,
  ...parts,
})
const stepsOf = (seed: number, count: number, parts?: Partial<Memory>) => {
  const dice = new Random(seed)
  const kept = memory(parts)
  return Array.from({ length: count }, () => describe(chooseStep(dice, screen, kept, strangers)))
}

test('the same seed takes the same steps, another seed takes other steps', () => {
  expect(stepsOf(7, 100)).toEqual(stepsOf(7, 100))
  expect(stepsOf(8, 100)).not.toEqual(stepsOf(7, 100))
})

test('every kind of disturbance occurs', () => {
  const steps = stepsOf(5, 2000, { canBeMeddledWith: true }).join('\n')
  for (const kind of [
    'back',
    'forward',
    'reload',
    'reload at once',
    'second tab',
    'offline',
    'restart',
  ])
    expect(steps).toContain(kind)
  for (const kind of ['end session', 'permission', 'category', 'everything', 'deactivate', 'X-1'])
    expect(steps).toContain(kind)
  expect(stepsOf(5, 2000, { canBeMeddledWith: false }).join('\n')).not.toContain('another person')
})
