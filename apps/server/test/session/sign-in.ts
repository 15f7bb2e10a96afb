import { browser } from '../../../sandbox/src/identity/cookie-jar.ts'
import { xsrfCookie } from '../../src/platform/http/cookies.ts'

type Jar = Map<string, string>

/** A browser's cookies at the portal, kept apart from those at the identity provider. */
export interface Visitor {
  cookies: Jar
  fetch(
    path: string,
    init?: { method?: string; body?: string; headers?: Record<string, string> },
  ): Promise<Response>
}

/** Like fetch, without following redirects. */
export type Ask = (
  address: string,
  options: { method?: string; body?: string; headers: Record<string, string>; redirect: 'manual' },
) => Promise<Response>

/** Calls a portal; `ask` replaces fetch for a portal whose certificate only the test knows. */
export function visitor(
  portal: { origin: string },
  cookies: Jar = new Map(),
  ask: Ask = fetch,
): Visitor {
  return {
    cookies,
    fetch: async (path, init = {}) => {
      const answer = await ask(`${portal.origin}${path}`, {
        redirect: 'manual',
        ...init,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-xsrf-token': cookies.get(xsrfCookie) ?? '',
          ...init.headers,
        },
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value) cookies.set(name, value)
        else cookies.delete(name)
      }
      return answer
    },
  }
}

/** Starts a sign-in and chooses a person at the provider; returns the address that the browser is redirected to. */
export async function chooseAtProvider(
  who: Visitor,
  person: { email: string; unverified?: string },
  returnUrl = '/manage',
): Promise<string> {
  await who.fetch('/api/is-authenticated')
  const started = await who.fetch('/api/signin', {
    method: 'POST',
    body: JSON.stringify({ returnUrl }),
    headers: { 'content-type': 'application/json' },
  })
  const { redirectUrl } = (await started.json()) as { redirectUrl: string }
  const atProvider = browser()
  const { url } = await atProvider.follow(new URL(redirectUrl))
  const back = await atProvider.follow(new URL(`${url.pathname}/login`, url), person)
  return `${back.url.pathname}${back.url.search}`
}

/** Signs in through the real provider; returns where the browser arrives. */
export async function signInThroughProvider(
  who: Visitor,
  person: { email: string; unverified?: string },
  returnUrl?: string,
): Promise<string | null> {
  const callback = await chooseAtProvider(who, person, returnUrl)
  return (await who.fetch(callback)).headers.get('location')
}
