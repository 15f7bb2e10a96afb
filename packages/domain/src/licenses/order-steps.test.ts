import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastStep, orderSteps, shownSteps, stepsAfter, type StepTaken } from './order-steps.ts'

const now = '2026-11-25T10:00:00.000Z'
const report = fc.record({
  step: fc.constantFrom('Submitted' as const, ...orderSteps),
  at: fc.option(fc.constantFrom('2026-11-02T00:00:00.000Z', '2026-12-01T00:00:00.000Z'), {
    nil: undefined,
  }),
  reason: fc.constantFrom('', 'No capacity at the exchange.'),
})
const records = fc.array(fc.tuple(report, fc.boolean()), { maxLength: 8 })
const order = ['Submitted', ...orderSteps]
const placeOf = (steps: readonly StepTaken[]) => order.indexOf(lastStep(steps)?.step ?? 'Submitted')

test('records without a time never move an order back; dated records set its step', () => {
  fc.assert(
    fc.property(records, (all) => {
      let steps: StepTaken[] = []
      for (const [one, isDated] of all) {
        const before = steps
        steps = stepsAfter(steps, one, isDated, now)
        const isEnded = ['Provisioned', 'Rejected'].includes(lastStep(before)?.step ?? '')
        const wanted = order.indexOf(one.step)
        const moved = isEnded ? placeOf(before) : Math.max(placeOf(before), wanted)
        expect(placeOf(steps)).toBe(isDated ? wanted : moved)
        // A repeated step changes nothing.
        expect(stepsAfter(steps, one, isDated, 'later')).toEqual(steps)
        expect(new Set(steps.map(({ step }) => step)).size).toBe(steps.length)
      }
    }),
  )
})

test('an order is at exactly one of the shown steps; only future steps follow', () => {
  fc.assert(
    fc.property(records, (all) => {
      let steps: StepTaken[] = []
      for (const [one, isDated] of all) steps = stepsAfter(steps, one, isDated, now)
      const shown = shownSteps(now, steps)
      const at = shown.findIndex(({ state }) => state === 'now')
      expect(shown[at]?.label).toBe(lastStep(steps)?.step ?? 'Submitted')
      expect(shown.map(({ state }) => state)).toEqual(
        shown.map((_, nth) => (nth < at ? 'done' : nth === at ? 'now' : 'open')),
      )
      expect(shown.map((one) => one.at !== undefined)).toEqual(shown.map((_, nth) => nth <= at))
    }),
  )
})

test('a step that no record reported is not shown', () => {
  const labels = (...taken: StepTaken['step'][]) =>
    shownSteps(
      now,
      taken.map((step) => ({ step, at: now, reason: '' })),
    ).map(({ label }) => label)
  expect(labels()).toEqual(['Submitted', 'Accepted', 'Scheduled', 'Provisioned'])
  expect(labels('Scheduled')).toEqual(['Submitted', 'Scheduled', 'Provisioned'])
  expect(labels('Accepted', 'Provisioned')).toEqual(['Submitted', 'Accepted', 'Provisioned'])
})

test('a rejected order shows its past steps and no future ones', () => {
  const steps = [
    { step: 'Accepted' as const, at: '2026-11-02T00:00:00.000Z', reason: '' },
    { step: 'Rejected' as const, at: '2026-11-03T00:00:00.000Z', reason: 'No such network.' },
  ]
  expect(shownSteps(now, steps).map(({ label, state }) => [label, state])).toEqual([
    ['Submitted', 'done'],
    ['Accepted', 'done'],
    ['Rejected', 'now'],
  ])
})
