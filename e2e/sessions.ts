import { request, type APIRequestContext, type BrowserContext } from 'playwright-core'
import type { Person } from './people.ts'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const sessions = new Map<string, Promise<Cookies>>()

/** A person's session, for the journeys that are not about signing in; the first time they are signed in, without a page. */
export function sessionOf(origin: string, person: Person, landsAt = '/manage'): Promise<Cookies> {
  const session = sessions.get(person.email) ?? openSession(origin, person, landsAt)
  sessions.set(person.email, session)
  return session
}

/** What a call has changed of it: accepting an invitation begins another session. */
export async function keepSession({ email }: Person, context: APIRequestContext): Promise<void> {
  const { cookies } = await context.storageState()
  sessions.set(email, Promise.resolve(cookies))
}

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

/** What a browser sends along with a call. */
export async function headersOf(context: APIRequestContext, origin: string) {
  const { cookies } = await context.storageState()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  return { 'X-XSRF-TOKEN': decodeURIComponent(token), origin }
}
