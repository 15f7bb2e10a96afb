import { expect, test } from 'vitest'
import { downloaded } from '../../e2e/downloaded.ts'
import { openActions } from '../../e2e/folded.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { onPhone, phone } from '../../e2e/open-visit.ts'
import { paula, pia, rob } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { longList } from './long-list.ts'

test('checked invoices are counted and summed per currency, and the bar shows how many a card can pay', async () => {
  const { page } = await screen({ as: pia, at: '/invoices' })
  const { box, row, selection, search } = invoiceList(page)
  await box('K-EUR').click()
  await selection.getByText('1 selected').waitFor()
  await selection.getByText('It cannot be paid by card: not in USD.').waitFor()
  await box('K-LIMIT').click()
  await box('K-CENT').click()
  expect(await selection.getByRole('status').innerText()).toContain('$50,000.50 USD')
  expect(await selection.getByRole('status').innerText()).toContain('€500.00 EUR')
  await expect.poll(() => row('K-EUR').getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => row('K-1').getAttribute('aria-selected')).toBe('false')
  await search.fill('K-EUR')
  await selection.getByText('3 selected (2 not shown)').waitFor()
  const csv = selection.getByRole('button', { name: 'CSV' })
  const { content } = await downloaded(page, () => csv.click())
  const numbers = [...content.toString('utf8').matchAll(/^"(K-\w+)"/gm)].map(([, number]) => number)
  expect(numbers.toSorted()).toEqual(['K-CENT', 'K-EUR', 'K-LIMIT'])
  await page.getByRole('button', { name: 'Clear selection (Esc)' }).click()
  await selection.waitFor({ state: 'detached' })
})

test('x selects, Shift with the arrows or a click extends, Escape ends the selection; one click selects any number of matching rows', async () => {
  const { page } = await screen({ as: rob, at: '/invoices', answers: { listInvoices: longList } })
  const { box, rows, selection, grid } = invoiceList(page)
  await rows.first().waitFor()
  await rows.first().focus()
  const press = async (key: string, selected: string) => {
    await page.keyboard.press(key)
    await selection.getByText(`${selected} selected`, { exact: true }).waitFor()
  }
  await press('x', '1')
  await press('Shift+ArrowDown', '2')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-index')))
    .toBe('1')
  await press('Shift+ArrowDown', '3')
  await press('x', '2')
  await page.keyboard.press('Escape')
  await selection.waitFor({ state: 'detached' })
  await expect.poll(() => grid.locator('[tabindex="0"]').count()).toBe(1)

  // By mouse, a click with Shift extends it.
  await box('L-0002').click()
  await box('L-0006').click({ modifiers: ['Shift'] })
  await selection.getByText('5 selected', { exact: true }).waitFor()
  const all = longList.length.toLocaleString('en-US')
  const selectAll = grid.getByRole('checkbox', { name: `Select all ${all}` })
  await expect.poll(() => selectAll.getAttribute('aria-checked')).toBe('mixed')
  await selectAll.click()
  await selection.getByText(`${all} selected`, { exact: true }).waitFor()
  await grid
    .locator('[role=rowgroup]')
    .last()
    .evaluate((frame) => frame.scrollTo(0, 40_000))
  await expect.poll(() => rows.count()).toBeLessThanOrEqual(60)
  await expect.poll(() => rows.first().getAttribute('aria-selected')).toBe('true')
  await selectAll.click()
  await selection.waitFor({ state: 'detached' })
})

test('on a phone, Select shows the checkboxes, and a tap anywhere in a row selects it', async () => {
  const { page } = await screen({ as: paula, at: '/invoices?q=MTS-S03', ...onPhone })
  const { row, selection, box } = invoiceList(page)
  await row('MTS-S033').waitFor()
  expect(await box('MTS-S033').count()).toBe(0)
  await openActions(page)
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await selection.getByText('0 selected').waitFor()
  await row('MTS-S033').getByRole('link').tap()
  await row('MTS-S034').tap()
  await selection.getByText('2 selected').waitFor()
  const more = selection.getByRole('button', { name: 'More' })
  expect((await more.boundingBox())?.y).toBeGreaterThan(phone.height / 2)
  await more.tap()
  await page.getByRole('menuitem', { name: 'Select all 10' }).tap()
  await selection.getByText('10 selected').waitFor()
  await page.getByRole('button', { name: 'Clear selection (Esc)' }).tap()
  await selection.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Pay these' }).waitFor()
})
