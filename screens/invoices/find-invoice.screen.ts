import { expect, test } from 'vitest'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { follow } from '../../e2e/navigation.ts'
import { ana, pia } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('a search narrows the list, is in the address, and survives a reload', async () => {
  const { page } = await screen({ as: ana, at: '/invoices' })
  const list = invoiceList(page)
  await list.search.fill('mts-s01')
  await list.row('MTS-S013').waitFor()
  await expect.poll(() => list.rows.count()).toBe(10)
  await expect.poll(() => list.count.innerText()).toMatch(/^10 of [\d,]+ invoices$/)
  await expect.poll(() => queryOf(page.url())).toEqual({ q: 'mts-s01' })
  await page.reload()
  await list.row('MTS-S013').waitFor()
  await expect.poll(() => list.search.inputValue()).toBe('mts-s01')
  await expect.poll(() => list.rows.count()).toBe(10)

  // Neither is on a row; amounts and purchase orders are found in any notation.
  await list.search.fill('po 4500017760')
  await expect.poll(() => list.count.innerText()).toMatch(/^1 of /)
  await list.search.fill('Société')
  await page.getByText('No invoice matches the search.').waitFor()

  // Digits stay text, including leading zeros.
  await list.search.fill('0001234')
  await list.row('0001234').waitFor()
  await expect.poll(() => queryOf(page.url())).toEqual({ q: '0001234' })
  await page.reload()
  await list.row('0001234').waitFor()
  await expect.poll(() => list.search.inputValue()).toBe('0001234')
})

test('status, type and order are kept in the address, Back leads through them and an invoice links back to them', async () => {
  const { page } = await screen({ as: ana, at: '/invoices' })
  const list = invoiceList(page)
  await list.choose('Status', 'Credit')
  await list.row('MTS-S027').waitFor()
  await expect
    .poll(() =>
      list.grid
        .getByRole('row')
        .filter({ hasText: /Open|Closed/ })
        .count(),
    )
    .toBe(0)
  await list.choose('Status', 'Open')
  await list.choose('Type', 'Late Fee')
  await list.sortBy('Due date')
  await expect
    .poll(() => queryOf(page.url()))
    .toEqual({ status: 'open', type: 'Late Fee', sort: 'due' })
  await expect.poll(list.numbers).toEqual(['MTS-S031', 'MTS-S030'])
  await expect
    .poll(() => list.row('MTS-S030').getByRole('gridcell', { name: 'Late Fee' }).count())
    .toBe(2)

  await list.row('MTS-S030').click()
  await page.getByRole('heading', { name: 'Invoice MTS-S030' }).waitFor()
  await page.goBack()
  await expect.poll(list.numbers).toEqual(['MTS-S031', 'MTS-S030'])
  expect(queryOf(page.url())).toEqual({ status: 'open', type: 'Late Fee', sort: 'due' })
  await page.reload()
  await expect.poll(list.numbers).toEqual(['MTS-S031', 'MTS-S030'])
  await follow(page, '/invoices?q=MTS-S03&status=open')
  await list.row('MTS-S033').click()
  await page.getByRole('heading', { name: 'Invoice MTS-S033' }).waitFor()
  await page.getByRole('link', { name: 'All Invoices' }).click()
  await list.row('MTS-S033').waitFor()
  expect(queryOf(page.url())).toEqual({ q: 'MTS-S03', status: 'open' })
})

test('currency and amount are in the address; an invalid amount shows an error and does not filter', async () => {
  const { page } = await screen({ as: pia, at: '/invoices' })
  const { row, choose } = invoiceList(page)
  await choose('Currency', 'USD')
  await row('K-EUR').waitFor({ state: 'detached' })
  await page
    .getByRole('region', { name: 'Filters' })
    .getByRole('button', { name: 'Amount' })
    .click()
  await page.getByRole('textbox', { name: 'Amount from' }).fill('100x')
  await page.getByText('Please enter a number, such as 1250.50.').waitFor()
  await row('K-CENT').waitFor()
  await page.getByRole('textbox', { name: 'Amount from' }).fill('100')
  await row('K-CENT').waitFor({ state: 'detached' })
  await row('K-LIMIT').waitFor()
  await expect.poll(() => queryOf(page.url())).toEqual({ currency: 'USD', min: '100' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row('K-EUR').waitFor()
})

test('a row opened before the address was updated links back to the search', async () => {
  const { page } = await screen({ as: ana, at: '/invoices' })
  const list = invoiceList(page)
  const first = await list.rows.first().boundingBox()
  await list.search.focus()
  await page.keyboard.insertText('mts-s033')
  // Clicked immediately, while the address still waits for a pause in typing.
  await page.mouse.click(first!.x + first!.width / 2, first!.y + first!.height / 2)
  await page.getByRole('heading', { name: 'Invoice MTS-S033' }).waitFor()
  await page.goBack()
  await list.row('MTS-S033').waitFor()
  expect(queryOf(page.url())).toEqual({ q: 'mts-s033' })
  await expect.poll(() => list.search.inputValue()).toBe('mts-s033')
})

test('amounts carry their own currency, also in the totals, and overdue or pending invoices are marked in words', async () => {
  const { page } = await screen({ as: ana, at: '/invoices?q=MTS-S03' })
  const list = invoiceList(page)
  const text = async (number: string) => {
    await list.search.fill(number)
    return list.row(number).innerText()
  }
  await expect.poll(() => text('MTS-S022')).toContain('$182,450.50')
  await expect.poll(() => text('MTS-S033')).toContain('€6,400.00')
  await expect.poll(() => text('MTS-S035')).toContain('£2,980.00')
  await expect.poll(() => text('MTS-S003')).toContain('Overdue 30 days')
  await expect.poll(() => text('MTS-S024')).toContain('(pending)')
  expect(await text('MTS-S026')).not.toContain('(pending)')
  await expect.poll(() => queryOf(page.url())).toEqual({ q: 'MTS-S026' })
  await follow(page, '/invoices?q=MTS-S03&status=open&totals=open')
  const totals = page.getByRole('list', { name: 'Totals of the invoices shown' })
  await expect.poll(() => totals.getByRole('listitem').count()).toBe(3)
  await expect.poll(() => totals.innerText()).toContain('€11,523.85')
})
