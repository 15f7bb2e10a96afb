import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
})
/** The module, as loaded by a new page of the tab. */
const page = async () => {
  vi.resetModules()
  return import('./typed-entries.ts')
}
beforeEach(() => stored.clear())

test('entries stay for the next page of the tab, and for their person only', async () => {
  const { keepEntry } = await page()
  keepEntry('u1 A1 invite', { email: 'eve@a.example' })
  keepEntry('u1 A1 reason', 'lost')
  keepEntry('u1 A1 reason', undefined)
  const next = await page()
  expect(next.keptEntry('u1 A1 invite')).toEqual({ email: 'eve@a.example' })
  expect(next.keptEntry('u1 A1 reason')).toBeUndefined()
  next.dropEntriesExcept('u1')
  expect(next.keptEntry('u1 A1 invite')).toBeDefined()
  // The id of another person may begin with this id.
  next.dropEntriesExcept('u')
  expect(next.keptEntry('u1 A1 invite')).toBeUndefined()
  expect(stored.size).toBe(0)
})

test('a sign-out removes all entries, and an invalid stored value is ignored', async () => {
  const { keepEntry, dropEntriesExcept } = await page()
  keepEntry('u1 A1 invite', 'eve')
  dropEntriesExcept()
  expect(stored.size).toBe(0)
  for (const text of ['{', 'null', '"text"']) {
    stored.set('typed', text)
    const { keptEntry } = await page()
    expect(keptEntry('0')).toBeUndefined()
  }
})
