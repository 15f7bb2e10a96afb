import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { follow } from './navigation.ts'
import { pages } from './screens.ts'

/** What screen readers announce with a name. Lists and groups may do without one. */
const named =
  /^- (button|link|region|navigation|dialog|grid|table|checkbox|switch|textbox|searchbox|combobox|complementary|menu|listbox)\b(?: "(.*?)(?<!\\)")?/

/** The names of a page's controls and parts that no person would say. */
async function oddNames(page: Page): Promise<string[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n')
  return lines.flatMap((line) => {
    const [, role, name] = named.exec(line.trim()) ?? []
    if (!role) return []
    const isOdd = !name || unspoken.some((odd) => odd.test(name))
    return isOdd ? [`${role} ${name ?? 'without a name'}`] : []
  })
}

const unspoken = [
  /undefined|null|NaN|\[object/,
  // The name of a variable.
  /^[a-z]+[A-Z_]/,
  // A wrong plural.
  /\b1 (?!days?\b)[a-z]+s\b/,
  /^Choose (from|to)$/,
  /^\W*$/,
]

for (const person of new Set(pages.map(({ as }) => as)))
  test(`on the pages ${person?.firstName ?? 'a visitor'} opens everything has a name that a person would say`, async () => {
    const { page } = await visit({ as: person, at: '/ture' })
    const odd: string[] = []
    for (const { name, at, shows } of pages.filter(({ as }) => as === person)) {
      await follow(page, at)
      await shows(page).waitFor()
      odd.push(...(await oddNames(page)).map((one) => `${name}: ${one}`))
    }
    expect(odd).toEqual([])
  })
