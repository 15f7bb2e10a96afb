import { expect, test } from 'vitest'
import { withoutCallSite } from './without-call-site.ts'

test('a call notes no place, and whatever comes after it does', () => {
  const noteOf = () => new Error('here').stack
  expect(withoutCallSite(noteOf)).toBe('Error: here')
  expect(noteOf()).toContain('noteOf')
  const fail = () => {
    throw new Error('no')
  }
  expect(() => withoutCallSite(fail)).toThrow('no')
  expect(noteOf()).toContain('noteOf')
})
