import { describe, expect, test } from 'vitest'
import { effort } from '../../../../tools/random-tests.ts'
import { rightRules, scopes } from '../../test/charge-scopes.ts'
import { searchCharges } from '../../test/charge-search.ts'
import { wrongRules } from '../../test/charge-wrong-rules.ts'

const mostStates = effort > 1 ? 150_000 : 12_000

test.each(Object.entries(scopes))(
  'no invoice is charged twice, locked or left unbooked: %s',
  (name, scope) => {
    const { states, isComplete, harms } = searchCharges(rightRules, scope, { mostStates })
    console.log(`${name}: ${states} states, ${isComplete ? 'searched to the end' : 'bounded'}`)
    expect(Object.fromEntries(harms)).toEqual({})
    expect(states).toBeGreaterThan(500)
  },
  600_000,
)

describe('a wrong rule is found', () => {
  test.each(wrongRules)(
    '%s',
    (name, rules, scope) => {
      const bounds = { mostStates: 250_000, calmEach: 25, stopsAtHarm: true }
      const { states, harms } = searchCharges(rules, scope, bounds)
      for (const [harm, trail] of harms)
        console.log(`${name}: ${states} states, ${harm}: ${trail.join(' > ')}`)
      expect(harms.size).toBeGreaterThan(0)
    },
    600_000,
  )
})
