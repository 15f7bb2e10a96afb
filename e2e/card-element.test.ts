import { source, type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { bankWindow, cardForm } from './card-pages.ts'
import { swift } from './records/card-companies.ts'

const stu = swift.payer

test('the fields are ready for input, and are grouped and labeled', async () => {
  const { page } = await visit({ as: stu, at: '/payments?add=open' })
  const { frame, number, expiry, cvc } = cardForm(page)
  await expect.poll(() => number.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('378282246310005')
  await expect.poll(() => number.inputValue()).toBe('3782 822463 10005')
  await expect.poll(() => frame.locator('[data-brand]').getAttribute('data-brand')).toBe('amex')
  // A complete field moves the focus to the next one; a month above one needs no zero.
  await page.keyboard.type('534')
  await expect.poll(() => expiry.inputValue()).toBe('05 / 34')
  await page.keyboard.type('12345')
  await expect.poll(() => cvc.inputValue()).toBe('1234')
  await page.keyboard.press('Enter')
  await page.getByText('American Express ending in 0005').waitFor()
})

test('the fields follow the theme of the page, without a background of their own', async () => {
  const { page } = await visit({ as: stu, at: '/payments?add=open', theme: 'dark' })
  const { number } = cardForm(page)
  await number.waitFor()
  const colour = () => number.evaluate((field) => getComputedStyle(field).color)
  await expect.poll(colour).toBe('rgb(238, 241, 246)')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(colour).toBe('rgb(16, 20, 28)')
  expect(await number.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgba(0, 0, 0, 0)',
  )
})

test('the fields have the font of the page, from its server', async () => {
  const { page } = await visit({ as: stu, at: '/payments?add=open' })
  const { number } = cardForm(page)
  await number.waitFor()
  expect(await number.evaluate((field) => getComputedStyle(field).fontFamily)).toMatch(
    /^"Inter Variable"/,
  )
  const loaded = () =>
    number.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))
  await expect.poll(loaded).toBe(true)
})

test('what is in the frames meets WCAG as well', async () => {
  const { page } = await visit({ as: stu, at: '/payments?add=open', bypassCSP: true })
  const form = cardForm(page)
  await form.number.waitFor()
  expect(await problemsInFrame(page, 'card')).toEqual([])
  await form.type({ number: '4000002760003184' })
  await form.submit.click()
  await bankWindow(page).fail.waitFor()
  expect(await problemsInFrame(page, 'challenge')).toEqual([])
})

/** Axe cannot read frames of another origin, so it is injected into them. */
async function problemsInFrame(page: Page, name: string): Promise<string[]> {
  const frame = page.frames().find((one) => one.url().includes(`/endive/frames/${name}`))
  if (!frame) throw new Error(`there is no frame ${name}`)
  await frame.evaluate(source)
  const { violations } = await frame.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }
    return axe.run()
  })
  // A frame is a part of its page, which has the landmarks.
  const ofPage = ['landmark-one-main', 'page-has-heading-one', 'region']
  return violations.map(({ id }) => id).filter((id) => !ofPage.includes(id))
}

/** A page of another origin, which may do what the portal's own policy forbids. */
async function otherPage() {
  const { page } = await visit({ at: '/ture', bypassCSP: true })
  await page.goto(portal.mail)
  return page
}

test('a frame answers the page it was made for, and no other', async () => {
  const page = await otherPage()
  const answers = (parent: string) =>
    page.evaluate(
      async ([frames, parent]) => {
        const frame = document.createElement('iframe')
        frame.src = `${frames}/endive/frames/card#parent=${encodeURIComponent(parent ?? '')}`
        document.body.append(frame)
        await new Promise((resolve) => frame.addEventListener('load', resolve))
        const heard = new Promise((resolve) => {
          addEventListener('message', ({ data }) => 'answer' in data && resolve(data))
          setTimeout(() => resolve('nothing'), 700)
        })
        frame.contentWindow?.postMessage({ call: 1, op: 'value', body: {} }, frames ?? '')
        return heard
      },
      [portal.cards, parent] as const,
    )
  expect(await answers(new URL(portal.mail).origin)).toMatchObject({ answer: 1 })
  expect(await answers(portal.origin)).toBe('nothing')
})

test('the address element reports the entry, and when it is complete', async () => {
  const page = await otherPage()
  await mountAddress(page)
  const frame = page.frameLocator('iframe[title="Secure address input frame"]')
  await frame.getByLabel('Full name').fill('Stu Vance')
  await frame.getByLabel('Address line 1').fill('1 Quay Street')
  await frame.getByLabel('City').fill('Chicago')
  await frame.getByRole('textbox', { name: 'State' }).fill('IL')
  const value = () => page.evaluate(() => Reflect.get(window, 'told') as unknown)
  await expect.poll(value).toMatchObject({ complete: false })
  await frame.getByLabel('ZIP code').fill('60606')
  await expect.poll(value).toMatchObject({
    complete: true,
    value: { name: 'Stu Vance', address: { city: 'Chicago', country: 'US', postal_code: '60606' } },
  })
})

async function mountAddress(page: Page) {
  await page.addScriptTag({ url: `${portal.cards}/endive/stripe.js` })
  await page.evaluate(() => {
    interface Element {
      on: (event: string, listen: (change: unknown) => void) => void
      mount: (node: HTMLElement) => void
    }
    interface Provider {
      elements: () => { create: (kind: string, options: object) => Element }
    }
    const Stripe = Reflect.get(window, 'Stripe') as (key: string) => Provider
    const address = Stripe('pk_test_journeys').elements().create('address', { mode: 'billing' })
    address.on('change', (change) => Reflect.set(window, 'told', change))
    address.mount(document.body)
  })
}
