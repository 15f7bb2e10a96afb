import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { cardForm } from './card-pages.ts'
import { swift } from './records/card-companies.ts'

const stu = swift.payer

test('the fields have the font of the page, and follow its theme without their own background', async () => {
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
  const font = () => number.evaluate((field) => getComputedStyle(field).fontFamily)
  expect(await font()).toMatch(/^"Inter Variable"/)
  const loaded = () =>
    number.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))
  await expect.poll(loaded).toBe(true)
})
