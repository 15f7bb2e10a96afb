import { expect, test } from 'vitest'
import { CallFailed } from '../api/call-failed.ts'
import { invitationEnd, needsSignIn } from './invitation-end.ts'

test('every failure has one of the three sections; a missing sign-in has none', () => {
  const section = (error: unknown) => invitationEnd(error).section
  expect(section(new CallFailed(404, ''))).toBe('Invitation Not Found')
  expect(section(new CallFailed(410, ''))).toBe('Invitation Expired')
  expect(section(new CallFailed(500, ''))).toBe('System Error')
  expect(section(new CallFailed(400, ''))).toBe('Invitation Not Found')
  expect(section(new TypeError('no network'))).toBe('System Error')
  expect(needsSignIn(new CallFailed(401, ''))).toBe(true)
  expect(needsSignIn(new CallFailed(403, ''))).toBe(false)
})

test('each section’s text begins with its name', () => {
  for (const status of [404, 410, 500]) {
    const { section, text } = invitationEnd(new CallFailed(status, ''))
    expect(text.startsWith(`${section}: `)).toBe(true)
  }
})
