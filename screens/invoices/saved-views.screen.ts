import { changedViews, type ViewsChange } from '@portal/domain/invoices/views'
import type { InvoiceView } from '@portal/domain/invoices/views.schema'
import { expect, test } from 'vitest'
import { headless, underToasts } from '../../e2e/fits.ts'
import { openFilters } from '../../e2e/folded.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { invoiceViews } from '../../e2e/invoice-views.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { viktor } from '../../e2e/records/views-company.ts'
import { hold } from '../hold.ts'
import { screen } from '../screen.ts'
import { refusal, type Answers } from '../stub/answers.ts'

const query = (page: { url(): string }) => new URL(page.url()).search
const view = (nth: number, name: string, search: InvoiceView['search'], isDefault = false) => ({
  id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
  name,
  search,
  isDefault,
})

/** A user's views, which change by the rules of the server. */
function keepViews(...given: InvoiceView[]) {
  let views = given
  const change = (asked: ViewsChange) => {
    const after = changedViews(views, asked)
    if (after === 'gone') return refusal(404, 'This view no longer exists.')
    if ('refusal' in after) return refusal(409, after.refusal)
    return (views = [...after.views])
  }
  return {
    listViews: () => views,
    saveView: ({ body }) => change({ save: body }),
    changeView: ({ params, body }) => change({ id: params.viewId, change: body }),
    orderViews: ({ body }) => change({ order: body.viewIds }),
    removeView: ({ params }) => change({ remove: params.viewId }),
  } satisfies Answers
}

test('a view is named and updated, and the default one applies until it is cleared', async () => {
  const { listViews, saveView, changeView } = keepViews()
  const { page } = await screen({
    as: viktor.user,
    at: '/invoices?due=7&currency=USD',
    answers: { listViews, saveView, changeView },
  })
  const { rows, choose, search, count } = invoiceList(page)
  const views = invoiceViews(page)
  await views.choose(/^Save view/)
  await views.saving.getByRole('button', { name: 'Save' }).click()
  await views.saving.getByText('Please enter a name.').waitFor()
  await views.save('Due in USD', true)
  await views.saving.waitFor({ state: 'detached' })
  await expect.poll(() => views.trigger.innerText()).toContain('Due in USD')

  // With another filter the list no longer shows the view, which can be updated.
  await choose('Status', 'Open')
  await expect.poll(() => views.trigger.innerText()).toBe('Views')
  await views.choose(/^Update “Due in USD”/)
  await expect.poll(() => views.trigger.innerText()).toContain('Due in USD')
  await page.goto('/invoices')
  await expect.poll(() => query(page)).toBe('?status=open&due=7&currency=USD')
  await expect.poll(() => rows.count()).toBe(1)

  // A cleared list stays cleared, even after a reload and after a removed search.
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

  // A name is taken in any case of letters, and the error names the view.
  await choose('Currency', 'EUR')
  await views.choose(/^Save view/)
  await views.save('DUE in usd')
  await views.saving.getByText('You already have a view with the name Due in USD.').waitFor()
  await views.save('Euro')
  await views.saving.waitFor({ state: 'detached' })
})

test('views are renamed, ordered, deleted and restored by keyboard; another tab follows', async () => {
  const answers = keepViews(view(1, 'First', { status: 'open' }), view(2, 'Second', { due: '7' }))
  const { page, context, problems } = await screen({
    as: viktor.user,
    at: '/invoices?due=7',
    answers,
  })
  const views = invoiceViews(page)
  const { managing } = views
  await expect.poll(() => views.trigger.innerText()).toContain('Second')
  await views.choose(/^Manage views/)
  const names = () =>
    managing
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const act = async (name: string, action: string) => {
    await managing.getByRole('button', { name: `Actions of ${name}` }).press('Enter')
    const item = page.getByRole('menuitem', { name: action })
    await item.focus()
    await page.keyboard.press('Enter')
    await item.waitFor({ state: 'detached' })
  }
  await act('Second', 'Move up')
  await expect.poll(names).toEqual(['Second', 'First'])
  await managing.getByText('Second is now 1 of 2').waitFor()
  await expect.poll(focused).toBe('Actions of Second')
  const field = managing.getByRole('textbox', { name: 'Name of First' })
  await field.fill('second')
  await page.keyboard.press('Enter')
  await managing.getByText('You already have a view with the name Second.').waitFor()
  await field.fill('Third')
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

  const other = await context.newPage()
  await other.goto('/invoices')
  const theirs = invoiceViews(other)
  await expect.poll(() => query(other)).toBe('?status=open')
  await expect.poll(() => theirs.trigger.innerText()).toContain('Third')
  // A view that another tab has deleted is not reported as updated.
  problems.expect(/404 \(Not Found\) .*\/invoice\/views\//)
  await invoiceList(other).choose('Currency', 'USD')
  await views.choose(/^Manage views/)
  await act('Third', 'Delete')
  await page.getByText('View deleted').waitFor()
  await theirs.choose('Update “Third”')
  await other.getByText('This view no longer exists.').first().waitFor()
  expect(await other.getByText('View updated').count()).toBe(0)
  await theirs.open()
  await expect.poll(() => other.getByRole('menuitemradio', { name: /Third/ }).count()).toBe(0)
})

test('on a phone a toast does not cover title, close button and fields of a high sheet', async () => {
  const many = Array.from({ length: 20 }, (_, nth) => view(nth + 1, `View ${nth}`, { due: '7' }))
  const { listViews, removeView } = keepViews(...many)
  const answers = { listViews, removeView }
  const { page } = await screen({ as: viktor.user, at: '/invoices', ...onPhone, answers })
  const { choose, managing } = invoiceViews(page)
  await choose(/^Manage views/)
  await managing.getByRole('button', { name: 'Actions of View 0' }).tap()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  await page.getByText('View deleted').first().waitFor()
  expect([...(await headless(page)), ...(await underToasts(page))]).toEqual([])
})

test('a default view with a search text applies from the first row on', async () => {
  const { page } = await screen({
    as: viktor.user,
    at: '/invoices',
    answers: { listViews: [view(1, 'By number', { q: 'VI-EUR' }, true)] },
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
  const search = { status: 'open', currency: 'USD' } as const
  const { listViews, saveView, changeView } = keepViews(view(1, 'Euro', { currency: 'EUR' }, true))
  const { page, desk } = await screen({
    as: viktor.user,
    at: '/invoices?status=open&currency=USD',
    ...onPhone,
    answers: { listViews, saveView, changeView },
  })
  const { rows } = invoiceList(page)
  const views = invoiceViews(page)
  await expect.poll(() => rows.count()).toBe(3)
  await openFilters(page)
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'Save view…' }).tap()
  await views.saving.waitFor()
  // Not by role: below another dialog, roles are hidden.
  expect(await page.getByText('Filters', { exact: true }).isVisible()).toBe(false)
  await views.save('USD', true)
  await views.saving.waitFor({ state: 'detached' })
  expect(desk.asked('saveView')[0]?.body).toMatchObject({ name: 'USD', search })
  expect(desk.asked('changeView')[0]?.body).toEqual({ isDefault: true })
  const pick = (name: string) => sheet.getByRole('group', { name: 'View' }).getByText(name)
  await expect.poll(() => pick('USD (default)').getAttribute('aria-pressed')).toBe('true')
  await pick('All invoices').tap()
  await sheet.getByRole('button', { name: 'Show 4 invoices' }).tap()
  await expect.poll(() => query(page)).toBe('?view=all')
})
