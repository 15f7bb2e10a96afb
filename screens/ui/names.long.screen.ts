import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { follow } from '../../e2e/navigation.ts'
import { pages } from '../../e2e/screens.ts'
import { screen } from '../screen.ts'
import { oneEntry } from '../team/history-entries.ts'

/** The roles that screen readers announce with a name. Lists and groups may have none. */
const named =
  /^- (button|link|region|navigation|dialog|grid|table|checkbox|switch|textbox|searchbox|combobox|complementary|menu|listbox)\b(?: "(.*?)(?<!\\)")?/

/** The names of a page's controls and parts that are not natural language. */
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

/** The form of an accreditation has frames of the card provider. */
const shown = pages.filter(({ name }) => name !== 'accreditation')

for (const person of new Set(shown.map(({ as }) => as)))
  test(`on the pages ${person?.firstName ?? 'a visitor'} opens every control and part has a name in natural language`, async () => {
    const mine = shown.filter(({ as }) => as === person)
    const answers = mine.some(({ at }) => at.startsWith('/manage')) ? oneEntry : {}
    const { page } = await screen({ as: person, at: '/ture', answers })
    const odd: string[] = []
    for (const { name, at, shows } of mine) {
      await follow(page, at)
      await shows(page).waitFor()
      odd.push(...(await oddNames(page)).map((one) => `${name}: ${one}`))
    }
    expect(odd).toEqual([])
  })
