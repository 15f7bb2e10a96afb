import { describe, expect, test } from 'vitest'
import { effort } from '../../../../tools/random-tests.ts'
import type { Scope } from '../../test/charge-model.ts'
import { rightRules, scopes } from '../../test/charge-scopes.ts'
import { searchCharges } from '../../test/charge-search.ts'
import { wrongRules } from '../../test/charge-wrong-rules.ts'

const isSoak = effort > 1
const mostStates = isSoak ? 150_000 : 8_000

const untilHarm = { mostStates: isSoak ? 250_000 : mostStates, stopsAtHarm: true }

// The soak plants a wrong rule to prove that this search finds it.
const planted = wrongRules.find(([name]) => name === process.env.PLANTED_RULE)
const [rules, searched] = planted
  ? [planted[1], { [planted[0]]: planted[2] }]
  : [rightRules, scopes]

test.each(Object.entries<Partial<Scope>>(searched))(
  'no invoice is charged twice, locked or unbooked: %s',
  (name, scope) => {
    const { states, isComplete, harms } = searchCharges(
      rules,
      scope,
      planted ? untilHarm : { mostStates },
    )
    console.log(`${name}: ${states} states, ${isComplete ? 'searched to the end' : 'bounded'}`)
    expect(Object.fromEntries(harms)).toEqual({})
    expect(states).toBeGreaterThan(500)
  },
  600_000,
)

describe('a wrong rule is found', () => {
  test.each(wrongRules.filter(([, , , isRare]) => isSoak || !isRare))(
    '%s',
    (name, rules, scope) => {
      const { states, harms } = searchCharges(rules, scope, untilHarm)
      for (const [harm, trail] of harms)
        console.log(`${name}: ${states} states, ${harm}: ${trail.join(' > ')}`)
      expect(harms.size).toBeGreaterThan(0)
    },
    600_000,
  )
})
