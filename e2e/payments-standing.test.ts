import type pg from 'pg'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { writePayment, writeRefund } from '../apps/server/test/books.ts'
import { Given } from '../apps/server/test/given.ts'
import { violations } from './axe.ts'
import { portal, visit } from './browser.ts'
import { tooWide } from './fits.ts'
import { givenPayments, longReason, sanderling } from './given-payments.ts'
import { desktop, phone } from './open-visit.ts'
import { maya } from './people.ts'
import { inDatabase } from './portal-database.ts'

const payments = '/payments?tab=paymentHistory'
const { sue, ned } = sanderling
/** The status that the list shows for each payment, and its invoice. */
const standing = {
  'SL-POSTING': { status: 'Paid, being posted', invoice: /Paid, being posted\s*\(pending\)/ },
  'SL-PART': { status: 'Partly refunded', invoice: /Closed\s*Partly refunded on/ },
  'SL-BACK': { status: 'Refunded', invoice: /Closed\s*Refunded on/ },
  'SL-LOST': { status: 'Charged back', invoice: /Closed\s*Charged back on/ },
  'SL-HOLD': { status: 'Paid', invoice: /Open\s*\(being reconciled with your provider\)/ },
  'SL-NO': { status: 'Not charged', invoice: /Open/ },
}

beforeAll(() => inDatabase(portal.dataDir, givenPayments))

const rowOf = (page: Page, number: string) =>
  page
    .getByRole('grid', { name: 'Payments' })
    .locator('[data-index]')
    .filter({ has: page.getByRole('link', { name: number, exact: true }) })

for (const [viewport, mobile] of [
  [desktop, false],
  [phone, true],
] as const)
  test(`list and invoice show the same status of each payment, at ${viewport.width} px`, async () => {
    const { page } = await visit({
      as: sue,
      at: payments,
      viewport,
      isMobile: mobile,
      bypassCSP: true,
      reducedMotion: 'reduce',
    })
    for (const [number, { status }] of Object.entries(standing)) {
      const row = rowOf(page, number)
      await row.getByText(status, { exact: true }).waitFor()
      await expect.poll(() => row.innerText()).toContain('$100.00')
    }
    await rowOf(page, 'SL-NO').getByText(longReason).waitFor()
    expect(await tooWide(page)).toEqual([])
    expect(await violations(page)).toEqual([])
    // The long reason leaves space for the content beside it.
    const height = await rowOf(page, 'SL-NO').evaluate((row) => row.clientHeight)
    expect(height).toBeLessThan(250)

    for (const [number, { status, invoice }] of Object.entries(standing)) {
      await rowOf(page, number).getByRole('link', { name: number, exact: true }).click()
      const onInvoice = page.getByRole('region', { name: 'Card payments' })
      await onInvoice.getByText(status, { exact: true }).waitFor()
      await expect.poll(() => page.getByRole('main').innerText()).toMatch(invoice)
      expect(await tooWide(page)).toEqual([])
      await page.goBack()
    }
  })

test('filters go back and forward with the address, and two tabs keep their own', async () => {
  const { page, context } = await visit({ as: sue, at: `${payments}&status=refunded` })
  const tab = await context.newPage()
  await tab.goto(`${payments}&status=chargedBack`)
  await page.getByText('Total: 1', { exact: true }).waitFor()
  await rowOf(tab, 'SL-LOST').waitFor()
  await rowOf(page, 'SL-BACK').waitFor()
  expect(await rowOf(page, 'SL-LOST').count()).toBe(0)
  await rowOf(page, 'SL-BACK').getByRole('link', { name: 'SL-BACK', exact: true }).click()
  await page.getByRole('heading', { name: 'Invoice SL-BACK' }).waitFor()
  await page.goBack()
  await rowOf(page, 'SL-BACK').waitFor()
  expect(await rowOf(page, 'SL-POSTING').count()).toBe(0)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await rowOf(page, 'SL-POSTING').waitFor()
  await page.getByText('Total: 6', { exact: true }).waitFor()
})

test('invalid values in an address are ignored, and removed from it', async () => {
  const { page } = await visit({
    as: sue,
    at: `${payments}&status=constructor&from=2026-02-30&to=99&page=-1&x=1`,
  })
  await page.getByText('Total: 6', { exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=paymentHistory')
  await page.goto('/invoices?status=lost&statement=shut&q=SL-')
  await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?q=SL-')
  const { page: mayas } = await visit({ as: maya, at: '/attention?list=__proto__' })
  await mayas.getByRole('heading', { name: 'Needs attention', level: 1 }).waitFor()
  await expect.poll(() => new URL(mayas.url()).search).toBe('')
})

test('a payment refunded meanwhile is shown to a second person, who goes to its invoice and back', async () => {
  const number = 'SL-MEANWHILE'
  const payment = await inDatabase(portal.dataDir, async (database) => {
    const given = new Given(database as unknown as pg.Pool)
    await given.invoice(sanderling.accountId, number, {
      category: 'License',
      amount: 10_000,
      balance: 0,
    })
    return writePayment(database, number, 10_000, true)
  })
  const { page } = await visit({ as: ned, at: payments, viewport: phone, isMobile: true })
  await rowOf(page, number).getByText('Paid', { exact: true }).waitFor()
  await inDatabase(portal.dataDir, (database) => writeRefund(database, payment, 10_000))
  await rowOf(page, number).getByRole('link', { name: number, exact: true }).click()
  const onInvoice = page.getByRole('region', { name: 'Card payments' })
  await onInvoice.getByText('Refunded', { exact: true }).waitFor()
  await page.goBack()
  await rowOf(page, number).getByText('Refunded', { exact: true }).waitFor()
})
