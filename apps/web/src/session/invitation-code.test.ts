import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  stored.clear()
})

const page = () => import('./invitation-code.ts')

test('a code survives a reload until it is deleted', async () => {
  const first = await page()
  first.keepInvitationCode('aB_-9')
  vi.resetModules()
  const second = await page()
  expect(second.invitationCode()).toBe('aB_-9')
  second.forgetInvitationCode()
  vi.resetModules()
  expect((await page()).invitationCode()).toBeUndefined()
  expect(stored.size).toBe(0)
})

test.each(['', '.', 'aB_-9.', ' aB_-9', 'a b', 'x'.repeat(65)])(
  '%j is not a code, and deletes an earlier one',
  async (text) => {
    const { keepInvitationCode, invitationCode } = await page()
    keepInvitationCode('aB_-9')
    keepInvitationCode(text)
    expect(invitationCode()).toBeUndefined()
    expect(stored.size).toBe(0)
  },
)

test('without storage the code lasts until a reload', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const { keepInvitationCode, invitationCode, forgetInvitationCode } = await page()
  keepInvitationCode('aB_-9')
  expect(invitationCode()).toBe('aB_-9')
  forgetInvitationCode()
  expect(invitationCode()).toBeUndefined()
})
