import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { invoiceList } from './invoice-list.ts'
import { invoiceViews } from './invoice-views.ts'
import { viktor } from './records/views-company.ts'

test('a saved default view applies from the navigation, and a colleague opens its link', async () => {
  const { page, context } = await visit({ as: viktor.user, at: '/invoices?due=7&currency=USD' })
  const { rows } = invoiceList(page)
  const views = invoiceViews(page)
  await views.choose(/^Save view/)
  await views.save('Due in USD', true)
  await expect.poll(() => views.trigger.innerText()).toContain('Due in USD')
  await page.getByRole('link', { name: 'PAYMENTS' }).click()
  await page.getByRole('heading', { name: 'Payments' }).waitFor()
  await page.getByRole('link', { name: 'INVOICES' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?due=7&currency=USD')
  await expect.poll(() => rows.count()).toBe(1)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await views.choose(/^Copy link/)
  await page.getByText('Link copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const colleague = await visit({ as: viktor.colleague, at: copied })
  await expect.poll(() => invoiceList(colleague.page).numbers()).toEqual(['VI-SOON'])
  expect(await invoiceViews(colleague.page).trigger.innerText()).toBe('Views')
})
