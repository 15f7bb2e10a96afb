import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { invoiceList } from './invoice-list.ts'
import { invoiceViews } from './invoice-views.ts'
import { viktor } from './records/views-company.ts'

const query = (page: { url(): string }) => new URL(page.url()).search

test('a view is saved, named, opened, updated and shared; the default one applies until it is cleared', async () => {
  const { page, context } = await visit({ as: viktor.user, at: '/invoices' })
  const { rows, choose, search, count } = invoiceList(page)
  const views = invoiceViews(page)
  await expect.poll(() => rows.count()).toBe(4)
  await choose('Currency', 'USD')
  await choose('Due', 'Within 7 days')
  await views.choose(/^Save view/)
  await views.saving.getByRole('button', { name: 'Save' }).click()
  await views.saving.getByText('Please enter a name.').waitFor()
  await views.save('Due in USD', true)
  await views.saving.waitFor({ state: 'detached' })
  await expect.poll(() => views.trigger.innerText()).toContain('Due in USD')
  const link = `/invoices${query(page)}`
  expect(link).toBe('/invoices?due=7&currency=USD')

  // Another filter: it is no longer the view, which can take the change over.
  await choose('Status', 'Open')
  await expect.poll(() => views.trigger.innerText()).toBe('Views')
  await views.choose(/^Update “Due in USD”/)
  await expect.poll(() => views.trigger.innerText()).toContain('Due in USD')

  // From the navigation the default applies, and the address says so.
  await page.getByRole('link', { name: 'PAYMENTS' }).click()
  await page.getByRole('heading', { name: 'Payments' }).waitFor()
  await page.getByRole('link', { name: 'INVOICES' }).click()
  await expect.poll(() => query(page)).toBe('?status=open&due=7&currency=USD')
  await expect.poll(() => rows.count()).toBe(1)
  await page.goBack()
  await page.getByRole('heading', { name: 'Payments' }).waitFor()
  await page.goForward()
  await expect.poll(() => rows.count()).toBe(1)

  // Cleared, it stays cleared: also after a reload, and after a search that is removed.
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => query(page)).toBe('?view=all')
  await page.reload()
  await expect.poll(() => rows.count()).toBe(4)
  expect(query(page)).toBe('?view=all')
  await search.fill('VI-EUR')
  await expect.poll(() => query(page)).toBe('?q=VI-EUR')
  await search.fill('')
  await expect.poll(() => query(page)).toBe('?view=all')
  await expect.poll(() => count.innerText()).toBe('4 invoices')

  // A name is taken whatever its case, and says by which view.
  await choose('Currency', 'EUR')
  await views.choose(/^Save view/)
  await views.save('DUE in usd')
  await views.saving.getByText('You already have a view with the name Due in USD.').waitFor()
  await views.save('Euro')
  await views.saving.waitFor({ state: 'detached' })

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await views.choose(/^Copy link/)
  await page.getByText('Link copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const colleague = await visit({ as: viktor.colleague, at: copied })
  await expect.poll(() => invoiceList(colleague.page).numbers()).toEqual(['VI-EUR'])
  expect(await invoiceViews(colleague.page).trigger.innerText()).toBe('Views')
})

test('views are renamed, ordered, deleted and brought back by keyboard; another tab follows', async () => {
  const { page, context, problems } = await visit({
    as: viktor.colleague,
    at: '/invoices?status=open',
  })
  const views = invoiceViews(page)
  await invoiceList(page).rows.first().waitFor()
  for (const [name, filter] of [
    ['First', 'status=open'],
    ['Second', 'due=7'],
  ] as const) {
    await page.goto(`/invoices?${filter}`)
    await views.choose(/^Save view/)
    await views.save(name)
    await views.saving.waitFor({ state: 'detached' })
  }
  const other = await context.newPage()
  await other.goto('/invoices?due=7')
  await expect.poll(() => invoiceViews(other).trigger.innerText()).toContain('Second')

  await views.choose(/^Manage views/)
  const { managing } = views
  const names = () =>
    managing
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  const actions = (name: string) => managing.getByRole('button', { name: `Actions of ${name}` })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const act = async (name: string, action: string) => {
    await actions(name).press('Enter')
    const item = page.getByRole('menuitem', { name: action })
    await item.focus()
    await page.keyboard.press('Enter')
    await item.waitFor({ state: 'detached' })
  }
  await act('Second', 'Move up')
  await expect.poll(names).toEqual(['Second', 'First'])
  await managing.getByText('Second is now 1 of 2').waitFor()
  await expect.poll(focused).toBe('Actions of Second')
  await managing.getByRole('textbox', { name: 'Name of First' }).fill('second')
  await page.keyboard.press('Enter')
  await managing.getByText('You already have a view with the name Second.').waitFor()
  await managing.getByRole('textbox', { name: 'Name of First' }).fill('Third')
  await page.keyboard.press('Enter')
  await act('Third', 'Use as default')
  await managing.getByText('Default · Open').waitFor()
  await act('Third', 'Delete')
  await expect.poll(names).toEqual(['Second'])
  await expect.poll(focused).toBe('Actions of Second')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toEqual(['Second', 'Third'])
  await managing.getByText('Default · Open').waitFor()
  await page.keyboard.press('Escape')
  await managing.waitFor({ state: 'detached' })

  await other.reload()
  await other.goto('/invoices')
  await expect.poll(() => query(other)).toBe('?status=open')
  await expect.poll(() => invoiceViews(other).trigger.innerText()).toContain('Third')

  // A view that another tab has deleted is not said to be updated.
  problems.expect(/404 \(Not Found\) .*\/invoice\/views\//)
  await invoiceList(other).choose('Currency', 'USD')
  await views.choose(/^Manage views/)
  await act('Third', 'Delete')
  await page.getByText('View deleted').waitFor()
  await invoiceViews(other).choose('Update “Third”')
  await other.getByText('This view no longer exists.').first().waitFor()
  expect(await other.getByText('View updated').count()).toBe(0)
  await invoiceViews(other).open()
  await expect.poll(() => other.getByRole('menuitemradio', { name: /Third/ }).count()).toBe(0)
})
