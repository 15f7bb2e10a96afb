import type { Locator, Page } from 'playwright-core'
import type { Person } from './people.ts'

/** A page, or a page with an open layer, for screenshots and checks. */
export interface Screen {
  name: string
  as?: Person
  at: string
  /** The element whose appearance shows that the page has loaded. */
  shows: (page: Page) => Locator
  /** Opens the layer. */
  open?: (page: Page) => Promise<void>
}

type Role = Parameters<Page['getByRole']>[0]
export const byRole = (role: Role, name?: RegExp | string) => (page: Page) =>
  page.getByRole(role, name === undefined ? {} : { name })

export const byText = (words: RegExp | string) => (page: Page) => page.getByText(words).first()
export const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first()
export const dialog = byRole('dialog')
export const press = (name: RegExp | string) => (page: Page) =>
  page.getByRole('button', { name }).click()

/** Without a person, a visitor's. */
export const screenAt = (
  name: string,
  as: Person | undefined,
  at: string,
  shows: Screen['shows'],
  open?: Screen['open'],
): Screen => ({ name, ...(as && { as }), at, shows, ...(open && { open }) })

export const screensAt =
  (as: Person | undefined, at: string) =>
  (name: string, shows: Screen['shows'], open?: Screen['open']): Screen =>
    screenAt(name, as, at, shows, open)
