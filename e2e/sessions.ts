import { request, type APIRequestContext, type BrowserContext } from 'playwright-core'
import type { Person } from './people.ts'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
interface Session {
  cookies: Promise<Cookies>
  usedAt: number
}
const sessions = new Map<string, Session>()
/** A session ends after 30 minutes without a call, and a lane of journeys takes longer. */
const stale = 15 * 60_000

/** A person's session, for journeys that are not about sign-in. The first use signs the person in, without a page. */
export function sessionOf(origin: string, person: Person, landsAt = '/manage'): Promise<Cookies> {
  const key = keyOf(origin, person)
  const known = sessions.get(key)
  const cookies =
    known && Date.now() - known.usedAt < stale
      ? known.cookies
      : openSession(origin, person, landsAt)
  sessions.set(key, { cookies, usedAt: Date.now() })
  return cookies
}

/** Stores a session that a call has changed: accepting an invitation starts a new one. */
export async function keepSession(
  origin: string,
  person: Person,
  context: APIRequestContext,
): Promise<void> {
  const { cookies } = await context.storageState()
  sessions.set(keyOf(origin, person), { cookies: Promise.resolve(cookies), usedAt: Date.now() })
}

const keyOf = (origin: string, { email }: Person) => `${email} at ${origin}`

async function openSession(origin: string, { email }: Person, landsAt: string): Promise<Cookies> {
  const context = await request.newContext({ baseURL: origin })
  try {
    await context.get('/api/is-authenticated')
    const started = await context.post('/api/signin', {
      headers: await headersOf(context, origin),
      data: { returnUrl: landsAt },
    })
    const { redirectUrl } = (await started.json()) as { redirectUrl: string }
    const asked = await context.get(redirectUrl)
    const landed = await context.post(`${asked.url()}/login`, { form: { email } })
    if (landed.url() !== `${origin}${landsAt}`)
      throw new Error(`${email} was not signed in but led to ${landed.url()}`)
    return (await context.storageState()).cookies
  } finally {
    await context.dispose()
  }
}

/** The headers that a browser sends with a call. */
export async function headersOf(context: APIRequestContext, origin: string) {
  const { cookies } = await context.storageState()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  return { 'X-XSRF-TOKEN': decodeURIComponent(token), origin }
}
