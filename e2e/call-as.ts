import { expect } from 'vitest'
import { portal } from './browser.ts'
import { callAt, type CallMethod } from './call-at.ts'
import type { Person } from './people.ts'

/** Makes a portal call as a person. */
export async function callAs<Answer>(
  person: Person,
  method: CallMethod,
  path: string,
  data?: object,
): Promise<Answer> {
  const { status, text } = await callAt(portal.origin, person, method, path, data)
  expect(status, `${method} ${path}: ${text}`).toBe(200)
  return JSON.parse(text) as Answer
}
