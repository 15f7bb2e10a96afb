import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { chooseCompany } from './companies.ts'
import { invoiceList } from './invoice-list.ts'
import { ana, maya } from './people.ts'

test('a company without invoices reads so, and has nothing to pay or export', async () => {
  const { page } = await visit({ as: maya, at: '/invoices' })
  await page.getByText('No Invoices Found').waitFor()
  expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0)
  const payAll = page.getByRole('button', { name: 'PAY ALL BY CREDIT CARD' })
  expect(await payAll.isDisabled()).toBe(true)
  await payAll.hover()
  await page.locator('[data-open]').getByText('No eligible invoices').waitFor()
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'CSV' }).focus()
  await page.locator('[data-open]').getByText('Nothing to export').waitFor()
})

test('filters that leave nothing say so and can be cleared', async () => {
  const { page } = await visit({ as: ana, at: '/invoices?q=nothing-is-called-this&status=open' })
  const list = invoiceList(page)
  await page.getByText('No Invoices Found').waitFor()
  expect(await list.count.innerText()).toBe('0 invoices')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await list.rows.first().waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await list.search.inputValue()).toBe('')
})

test('without a network the list says what failed, and Retry brings it', async () => {
  const { page, context, problems } = await visit({ as: maya, at: '/invoices' })
  await page.getByText('No Invoices Found').waitFor()
  await chooseCompany(page, 'Brightwater Trading')
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'INVOICES' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load invoices.' })
  await failure.waitFor()
  const bar = page.getByRole('alert').filter({ hasText: 'Failed to fetch aging data.' })
  await bar.waitFor()
  await context.setOffline(false)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await invoiceList(page).rows.first().waitFor()
  await bar.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('region', { name: 'Balance by age' }).waitFor()
})

test('while the list is on its way its place is kept, and nothing jumps when it comes', async () => {
  const { page, context } = await visit({ as: ana, at: '/ture' })
  const network = await context.newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  })
  await page.addInitScript(() => {
    const seen = { shifts: 0, placeholder: '' }
    Object.assign(globalThis, { seen })
    // It may be gone before a test that looks from outside gets to see it.
    new MutationObserver(() => {
      const placeholder = document.querySelector('[role=status][aria-label="Loading invoices"]')
      if (placeholder) seen.placeholder = placeholder.textContent
    }).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[])
        if (!entry.hadRecentInput) seen.shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    interface Shift {
      value: number
      hadRecentInput: boolean
    }
  })
  await page.goto('/invoices')
  await invoiceList(page).rows.first().waitFor()
  await page.getByRole('region', { name: 'Balance by age' }).waitFor()
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { shifts: number; placeholder: string } }).seen,
  )
  expect(seen.placeholder).toContain('loading....')
  expect(seen.shifts).toBeLessThan(0.05)
})
