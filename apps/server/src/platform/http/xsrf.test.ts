import { expect, test } from 'vitest'
import { isValidXsrfToken, makeXsrfToken } from './xsrf.ts'

test('while a secret is replaced, each server accepts the signatures of the others; afterwards only the new secret counts', () => {
  const [former, next] = ['a'.repeat(32), 'b'.repeat(32)]
  // Servers are restarted one after another, with each of these lists.
  const stages = [[former], [former, next], [next, former], [next]]
  const accepts = (secrets: string[], signed: string[]) =>
    isValidXsrfToken(secrets, 'session', makeXsrfToken(signed, 'session'))
  for (const [stage, secrets] of stages.slice(1).entries()) {
    const before = stages[stage]!
    expect(accepts(secrets, before)).toBe(true)
    expect(accepts(before, secrets)).toBe(true)
  }
  expect(accepts([next], [former])).toBe(false)
  expect(isValidXsrfToken([former], 'another', makeXsrfToken([former], 'session'))).toBe(false)
})
