import { expect, test } from 'vitest'
import { accreditation, accreditationAddress } from './accreditation-pages.ts'
import { portal, visit } from './browser.ts'
import { follow } from './navigation.ts'
import { paula } from './people.ts'
import { pages } from './screens.ts'

const ours = new URL(portal.origin).origin

test("no page runs foreign scripts or shows the card provider's content, except where a card or address is entered", async () => {
  const { page } = await visit({ as: paula, at: '/ture' })
  const foreign: string[] = []
  let at = ''
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== ours && !/^(data|blob):/.test(request.url()))
      foreign.push(`${at}: ${request.resourceType()} ${origin}${pathname}`)
  })
  for (const screen of pages.filter(({ as }) => as === paula)) {
    at = screen.at
    // Each page in a new document, so that nothing of the previous page stays loaded.
    await page.goto(at)
    await screen.shows(page).waitFor()
    const scripts = await page.evaluate(() => [...document.scripts].map(({ src }) => src))
    const own = scripts.filter((src) => src !== '' && new URL(src).origin !== ours)
    if (own.length > 0) foreign.push(`${at}: ${own.join()}`)
  }
  expect(foreign).toEqual([])
})

test('the visitor’s payment page has only our scripts, the provider’s script and its frames', async () => {
  const { page } = await visit({ at: accreditationAddress })
  const { fillAddress, toPayment } = accreditation(page)
  await fillAddress()
  await toPayment()
  await follow(page, '/')
  await page.getByRole('button', { name: 'SIGN IN' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  await page.goto(accreditationAddress)
  await accreditation(page).field('ZIP code').waitFor()
  const seen = await page.evaluate(() => ({
    scripts: [...document.scripts].map(({ src }) => src).filter(Boolean),
    frames: [...document.querySelectorAll('iframe')].map(({ src }) => new URL(src).origin),
  }))
  const foreign = seen.scripts.filter((src) => new URL(src).origin !== ours)
  expect(foreign).toEqual([`${portal.cards}/endive/stripe.js`])
  expect(new Set(seen.frames)).toEqual(new Set([portal.cards]))
})
