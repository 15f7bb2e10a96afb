import { expect, test } from 'vitest'
import { openFilters } from '../../e2e/folded.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { invoiceViews } from '../../e2e/invoice-views.ts'
import { phone } from '../../e2e/open-visit.ts'
import { viktor } from '../../e2e/records/views-company.ts'
import { hold } from '../hold.ts'
import { screen } from '../screen.ts'

const query = (page: { url(): string }) => new URL(page.url()).search

test('a default view with a search text applies from the first row on', async () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const view = { id, name: 'By number', search: { q: 'VI-EUR' }, isDefault: true }
  const { page } = await screen({
    as: viktor.user,
    at: '/invoices',
    answers: { listViews: [view] },
  })
  await expect.poll(() => query(page)).toBe('?q=VI-EUR')
  await page.addInitScript(() => {
    const seen = new Set<number>()
    new MutationObserver(() => {
      seen.add(document.querySelectorAll('[role="row"][data-index]').length)
      Object.assign(window, { counts: [...seen] })
    }).observe(document, { childList: true, subtree: true })
  })
  // Rows wait for the views in a browser that has seen a default view.
  const release = await hold(page, /api.*invoice\/views/)
  const listed = page.waitForResponse(/api\/invoice\?/)
  await page.goto('/invoices')
  await listed
  release()
  await expect.poll(() => query(page)).toBe('?q=VI-EUR')
  await invoiceList(page).rows.first().waitFor()
  const counts = await page.evaluate(() => (window as unknown as { counts: number[] }).counts)
  expect(counts.sort()).toEqual([0, 1])
})

test('on a phone the views are in the sheet of filters', async () => {
  const saved = {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'USD',
    search: { status: 'open', currency: 'USD' },
    isDefault: true,
  } as const
  const { page, desk } = await screen({
    as: viktor.user,
    at: '/invoices?status=open&currency=USD',
    viewport: phone,
    isMobile: true,
    answers: { saveView: [{ ...saved, isDefault: false }], changeView: [saved] },
  })
  const { rows } = invoiceList(page)
  const views = invoiceViews(page)
  await expect.poll(() => rows.count()).toBe(3)
  await openFilters(page)
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'Save view…' }).tap()
  await views.saving.waitFor()
  // Roles do not tell: below another dialog everything is hidden from them.
  expect(await page.getByText('Filters', { exact: true }).isVisible()).toBe(false)
  await views.save('USD', true)
  await views.saving.waitFor({ state: 'detached' })
  const { name, search } = saved
  expect(desk.asked('saveView')[0]?.body).toMatchObject({ name, search })
  expect(desk.asked('changeView')[0]?.body).toEqual({ isDefault: true })
  const pick = (name: string) => sheet.getByRole('group', { name: 'View' }).getByText(name)
  await expect.poll(() => pick('USD (default)').getAttribute('aria-pressed')).toBe('true')
  await pick('All invoices').tap()
  await sheet.getByRole('button', { name: 'Show 4 invoices' }).tap()
  await expect.poll(() => query(page)).toBe('?view=all')
})
