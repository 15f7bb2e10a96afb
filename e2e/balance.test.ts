import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { ana, maya } from './people.ts'

const buckets = ['Current', '1-30 Days', '31-60 Days', '61-90 Days', 'Over 90 Days', 'Other']
const cents = (text: string) => Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100)

test('the list leads to the balance breakdown, a panel per network and currency', async () => {
  const { page } = await visit({ as: ana, at: '/invoices' })
  await page.getByText('BALANCE BREAKDOWN HAS BEEN MOVED.').waitFor()
  await page.getByRole('link', { name: 'VIEW BALANCE BREAKDOWN' }).click()
  const panels = page.getByRole('main').locator(':has(> header > h2)')
  await panels.first().waitFor()
  const titles = await panels.getByRole('heading').allInnerTexts()
  expect(titles).toContain('Balance Breakdown - Meridian Data Services - USD')
  expect(titles).toContain('Balance Breakdown - TT Platform - EUR')
  for (const panel of await panels.all()) {
    expect((await panel.locator('dt').allInnerTexts()).map((text) => text.trim())).toEqual(buckets)
    const parts = (await panel.locator('dd').allInnerTexts()).map(cents)
    const total = cents(await panel.locator('strong').innerText())
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
    expect(await panel.innerText()).toContain('Remaining balance Due')
  }
})

test('the bar above the list shows one currency at a time, which the address keeps', async () => {
  const { page } = await visit({ as: ana, at: '/invoices' })
  const bar = page.getByRole('region', { name: 'Balance by age' })
  await bar.getByRole('button', { name: 'EUR' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?currency=EUR')
  await expect.poll(() => bar.locator('strong').innerText()).toContain('€')
  await page.reload()
  await expect.poll(() => bar.locator('strong').innerText()).toContain('€')
  const parts = (await bar.locator('dd').allInnerTexts()).map(cents)
  const total = cents(await bar.locator('strong').innerText())
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
})

test('a company with nothing to pay reads so', async () => {
  const { page } = await visit({ as: maya, at: '/payments/balance' })
  await page.getByText('No balance data available.').waitFor()
})
