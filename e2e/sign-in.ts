import type { Page } from 'playwright-core'
import type { Person } from './people.ts'

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
