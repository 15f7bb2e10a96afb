import { request } from 'playwright-core'
import { expect } from 'vitest'
import { portal } from './browser.ts'
import type { Person } from './people.ts'
import { headersOf, keepSession, sessionOf } from './sessions.ts'

/** Makes a call of the portal's as somebody. */
export async function callAs<Answer>(
  person: Person,
  method: 'get' | 'post' | 'delete',
  path: string,
  data?: object,
): Promise<Answer> {
  const { origin } = portal
  const cookies = await sessionOf(origin, person)
  const context = await request.newContext({
    baseURL: origin,
    storageState: { cookies, origins: [] },
  })
  try {
    const answer = await context[method](`/api${path}`, {
      headers: await headersOf(context, origin),
      ...(data && { data }),
    })
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(200)
    await keepSession(person, context)
    return (await answer.json()) as Answer
  } finally {
    await context.dispose()
  }
}
