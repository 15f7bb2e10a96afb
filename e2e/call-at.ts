import { request } from 'playwright-core'
import type { Person } from './people.ts'
import { headersOf, keepSession, sessionOf } from './sessions.ts'

export type CallMethod = 'get' | 'post' | 'delete'

/** Makes a call to the portal at `origin` as a person. Returns the response. */
export async function callAt(
  origin: string,
  person: Person,
  method: CallMethod,
  path: string,
  data?: object,
): Promise<{ status: number; text: string }> {
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
    const text = await answer.text()
    if (answer.ok()) await keepSession(origin, person, context)
    return { status: answer.status(), text }
  } finally {
    await context.dispose()
  }
}
