import type { Page } from 'playwright-core'
import type { Person } from './people.ts'

/** The email field of the identity provider's page; absent after the first sign-in there. */
export const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email' })

/** Types the address on the identity provider's page, which accepts any address in tests. */
export async function chooseAccount(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  await emailField(page).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in after a redirect from a guarded page, and waits until the portal knows the user. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await chooseAccount(page, person)
  await userMenu(page, person).waitFor()
}

export function userMenu(page: Page, { firstName, lastName }: Person) {
  return page.getByRole('banner').getByRole('button', { name: `${firstName} ${lastName}` })
}
