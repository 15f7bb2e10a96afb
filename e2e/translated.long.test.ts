import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { follow } from './navigation.ts'
import { layers, pages } from './screens.ts'
import { translate } from './translate.ts'

// The forms of an accreditation have frames of the card provider.
const shown = pages.filter(({ name }) => !name.startsWith('accreditation'))

for (const person of new Set(shown.map(({ as }) => as)))
  test(`the pages of ${person?.firstName ?? 'a visitor'} open and close while the browser translates them`, async () => {
    const { page } = await visit({ as: person, at: '/ture' })
    await translate(page)
    for (const { at, shows } of shown.filter(({ as }) => as === person)) {
      await follow(page, at)
      await shows(page).waitFor()
    }
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  })

for (const person of new Set(layers.map(({ as }) => as)))
  test(`the layers of ${person?.firstName ?? 'a visitor'} open and close while the browser translates them`, async () => {
    const { page } = await visit({ as: person, at: '/ture' })
    for (const { at, open, shows } of layers.filter(({ as }) => as === person)) {
      // Some layers load the page again.
      await translate(page)
      await follow(page, at)
      await open?.(page)
      await shows(page).waitFor()
      await page.keyboard.press('Escape')
      // The frame of the card provider reports its Escape to the page later.
      await page.getByRole('dialog', { name: 'Add Card' }).waitFor({ state: 'hidden' })
      await follow(page, '/ture')
      await page.getByRole('heading', { name: 'Licensing and Billing' }).waitFor()
    }
  })
