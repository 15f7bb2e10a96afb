import type { BrowserContext, Page } from 'playwright-core'
import type { Person } from './people.ts'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const sessions = new Map<string, Cookies>()

/** On the identity provider's page: types the address, as anybody can be tried there. */
export async function chooseAccount(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in from where a guarded page has led, and waits until the portal knows who it is. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await chooseAccount(page, person)
  await userMenu(page, person).waitFor()
}

export function userMenu(page: Page, { firstName, lastName }: Person) {
  return page.getByRole('banner').getByRole('button', { name: `${firstName} ${lastName}` })
}

/** Keeps a session for the journeys that are not about signing in; they start where it left off. */
export async function keepSession(context: BrowserContext, { email }: Person): Promise<void> {
  sessions.set(email, await context.cookies())
}

export async function takeSession(context: BrowserContext, { email }: Person): Promise<boolean> {
  const cookies = sessions.get(email)
  if (cookies) await context.addCookies(cookies)
  return cookies !== undefined
}
