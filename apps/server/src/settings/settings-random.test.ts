import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { completeSettings, environments, problemsOf, webSettings } from '../../test/settings.ts'
import { listSettings } from './setting.ts'
import { sections } from './settings.ts'

/** Without its first setting, a group is neither read nor required. */
const groups: Record<string, string> = {
  EVENTS_URL: 'EVENTS_URL',
  EVENTS_SECRETS: 'EVENTS_URL',
  EVENTS_ALLOWED_NETWORKS: 'EVENTS_URL',
  METRICS_PORT: 'METRICS_PORT',
  METRICS_HOST: 'METRICS_PORT',
}

/** Malformed values differ: equal ones could also be refused as contradictory. */
const textOf = (name: string) => ({ missing: undefined, empty: ' \t', malformed: `${name}\u0000` })

const spoiled = fc.uniqueArray(
  fc.record({
    setting: fc.constantFrom(...webSettings.filter(({ name }) => name !== 'PORTAL_ENV')),
    how: fc.constantFrom('missing', 'empty', 'malformed'),
  }),
  { selector: ({ setting }) => setting.name },
)

describe.each(environments)('in %s', (environment) => {
  test('all missing or malformed settings are listed, and no others', () => {
    fc.assert(
      fc.property(spoiled, (some) => {
        const env = { ...completeSettings(environment) }
        for (const { setting, how } of some) env[setting.name] = textOf(setting.name)[how]
        const expected = some.flatMap(({ setting: { name, need }, how }) => {
          const group = groups[name]
          if (group && !env[group]?.trim()) return []
          return how === 'malformed' || need === 'required' ? [name] : []
        })
        const named = problemsOf(env)
          // If only one of the two is left, their common rule fails as well.
          .filter((problem) => !problem.startsWith('STRIPE_API_BASE and'))
          .map((problem) => problem.split(' ')[0])
        expect(named.sort()).toEqual(expected.sort())
      }),
      { numRuns: runs(300) },
    )
  })

  test('with any values, the start ends with a list of problems and no other error', () => {
    const names = fc.constantFrom(...listSettings(sections).map(({ name }) => name))
    fc.assert(
      fc.property(fc.dictionary(names, fc.string({ unit: 'binary' })), (change) => {
        const problems = problemsOf({ ...completeSettings(environment), ...change })
        expect(problems.filter((problem) => problem.includes('\n'))).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })
})
