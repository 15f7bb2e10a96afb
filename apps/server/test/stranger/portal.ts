import createClient from 'openapi-fetch'
import { setTimeout as sleep } from 'node:timers/promises'
import type { components, paths } from 'portal-api'

export type PortalRecord = components['schemas']['PortalRecord']
export type PortalEvent = components['schemas']['PortalEvent']
export type Report = components['schemas']['RecordsReport']
export type Portal = ReturnType<typeof connect>

/** The headers identify the caller: with a key, or with a browser's cookies and XSRF token. */
export function connect(address: string, headers: Record<string, string>) {
  return createClient<paths>({ baseUrl: address, headers })
}

export function withKey(key: string) {
  return { Authorization: `Bearer ${key}` }
}

/** Repeats a postponed call, after the seconds in Retry-After. */
export async function patiently<T extends { response: Response }>(
  call: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const answer = await call()
    if (answer.response.status !== 429 && answer.response.status !== 503) return answer
    const seconds = Number(answer.response.headers.get('Retry-After') ?? 60)
    await sleep(seconds * 1000)
  }
}
