import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { follow } from './navigation.ts'
import { layers, pages } from './screens.ts'
import { translate } from './translate.ts'

// The forms of an accreditation have frames of the card provider.
const shown = pages.filter(({ name }) => !name.startsWith('accreditation'))

for (const person of new Set(shown.map(({ as }) => as)))
  test(`the pages of ${person?.firstName ?? 'a visitor'} come and go while the browser translates them`, async () => {
    const { page } = await visit({ as: person, at: '/ture' })
    await translate(page)
    for (const { at, shows } of shown.filter(({ as }) => as === person)) {
      await follow(page, at)
      await shows(page).waitFor()
    }
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  })

test.each(layers)('$name comes and goes while the browser translates it', async (layer) => {
  const { page } = await visit({ as: layer.as, at: layer.at })
  await translate(page)
  await layer.open?.(page)
  await layer.shows(page).waitFor()
  await page.keyboard.press('Escape')
  // The frame of the card provider tells the page of its Escape later.
  await page.getByRole('dialog', { name: 'Add Card' }).waitFor({ state: 'hidden' })
  await follow(page, '/ture')
  await page.getByRole('heading', { name: 'Licensing and Billing' }).waitFor()
})
