import { expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { follow } from '../../e2e/navigation.ts'
import { desktop, onPhone, phone } from '../../e2e/open-visit.ts'
import { ana, maya, yara } from '../../e2e/people.ts'
import { plover } from '../../e2e/records/spend-company.ts'
import { screen } from '../screen.ts'

const at = '/payments/balance'
const buckets = ['Current', '1-30 Days', '31-60 Days', '61-90 Days', 'Over 90 Days', 'Other']
const cents = (text: string) =>
  Math.round(Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100)

test('the list leads to the balance breakdown: a row per network and currency, and the total of a currency of several subsidiaries', async () => {
  const { page } = await screen({ as: ana, at: '/invoices' })
  await page.getByText('BALANCE BREAKDOWN HAS BEEN MOVED.').waitFor()
  await page.getByRole('link', { name: 'VIEW BALANCE BREAKDOWN' }).click()
  const table = page.getByRole('table', { name: 'Balance Breakdown' })
  await table.waitFor()
  const headers = await table.getByRole('rowheader').allInnerTexts()
  const titles = headers.map((text) => text.split('\n')[0])
  expect(titles).toContain('Balance Breakdown - Meridian Data Services - USD')
  expect(titles).toContain('Balance Breakdown - TT Platform - EUR')
  const [first = '', ...ages] = await table.getByRole('columnheader').allInnerTexts()
  expect(first).toBe('Subsidiary and currency')
  expect(ages.map((text) => text.trim())).toEqual([...buckets, 'Remaining balance Due'])
  await expect.poll(() => rowsThatAddUp(table)).toBe(titles.length)
  const asOf = await page
    .locator('p', { hasText: /^As of/ })
    .locator('time')
    .getAttribute('datetime')
  expect(Math.abs(Date.now() - Date.parse(asOf ?? ''))).toBeLessThan(3_600_000)

  const totalsOf = async (title: RegExp) => {
    const rows = table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: title }) })
    const cells = await rows.getByRole('cell').allInnerTexts()
    return cells.filter((_, index) => index % 7 === 6).map(cents)
  }
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const all = await totalsOf(/^All USD$/)
  expect(all).toEqual([sum(await totalsOf(/^Balance Breakdown - .* - USD\b/))])
  expect(all[0]).toBeGreaterThan(0)
  expect(await totalsOf(/^All GBP$/)).toEqual([])
})

test('on a phone each row has a bar, and one at a time shows its ages', async () => {
  const { page } = await screen({ as: ana, at, ...onPhone })
  const titles = page.getByRole('button', { name: /^Balance Breakdown - / })
  await titles.first().waitFor()
  const open = page.getByRole('button', { expanded: true })
  const ages = page.getByRole('cell').filter({ hasText: /Days|Current|Other/ })
  await expect.poll(() => open.count()).toBe(1)
  expect(await page.locator('[role=row] > [aria-hidden]').count()).toBe(await titles.count())
  await titles.last().tap()
  await expect.poll(() => titles.last().getAttribute('aria-expanded')).toBe('true')
  expect(await open.count()).toBe(1)
  const { y } = (await titles.last().boundingBox())!
  const visible = await ages.filter({ visible: true }).all()
  expect(visible.length).toBeGreaterThan(0)
  for (const one of visible) expect((await one.boundingBox())!.y).toBeGreaterThan(y)
  await titles.last().tap()
  await expect.poll(() => ages.filter({ visible: true }).count()).toBe(0)
})

test('on a phone the largest amounts are on the line of their title', async () => {
  const { page } = await screen({ as: yara, at, ...onPhone })
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await rows.first().waitFor()
  const lines = await rows.evaluateAll((all) =>
    all.map((row) => {
      const firstLine = (box: Element) => {
        const range = document.createRange()
        range.selectNodeContents(box)
        return range.getClientRects()[0]!
      }
      // The common prefix of all titles is above.
      const title = firstLine(
        row.querySelector(':is([role=rowheader], button) > span:last-of-type')!,
      )
      const [amount] = [...row.querySelectorAll('[role=cell]')].slice(-1)
      const [word] = [...amount!.childNodes].slice(-1)
      const range = document.createRange()
      range.selectNode(word!)
      const { top, height, right } = range.getBoundingClientRect()
      return { below: top - title.top, height, right }
    }),
  )
  expect(lines.length).toBeGreaterThan(3)
  // Amounts are right-aligned.
  expect(new Set(lines.map(({ right }) => Math.round(right))).size).toBe(1)
  for (const { below, height } of lines) {
    expect(Math.abs(below)).toBeLessThan(3)
    expect(height).toBeLessThan(24)
  }
})

test('a user who may not see all invoices reads that the sums cover only visible ones', async () => {
  const { page } = await screen({ as: plover.user, at })
  await page.getByText(/^As of .*, of the invoices you may see$/).waitFor()
  await follow(page, '/')
  await page.getByText('Sums of the invoices you may see').waitFor()
})

/** Returns the number of rows; fails for a row whose buckets do not add up to its total. */
async function rowsThatAddUp(table: Locator): Promise<number> {
  const rows = table.getByRole('row').filter({ has: table.page().getByRole('rowheader') })
  for (const row of await rows.all()) {
    const amounts = (await row.getByRole('cell').allInnerTexts()).map(cents)
    const total = amounts.pop()
    expect(amounts).toHaveLength(buckets.length)
    expect(amounts.reduce((sum, part) => sum + part, 0)).toBe(total)
  }
  return rows.count()
}

test('the balance above the list opens into a table, which the address keeps', async () => {
  const { page } = await screen({ as: ana, at: '/invoices' })
  const panel = page.getByRole('region', { name: 'Balance by age' })
  const table = panel.getByRole('table', { name: 'Balance by age and currency' })
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await follow(page, '/invoices')
    await panel.getByRole('button', { name: /overdue$/ }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?totals=open')
    await page.reload()
    await table.waitFor()
    const currencies = await table.getByRole('rowheader').allInnerTexts()
    expect(currencies.map((text) => text.trim())).toEqual(['USD', 'EUR', 'GBP'])
    const usd = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'USD' }) })
    const [amount = ''] = (await usd.getByRole('cell').last().innerText()).match(/\$[\d,.]+/) ?? []
    await expect.poll(() => panel.locator('strong').first().innerText()).toContain(amount)
    expect(cents(amount)).toBeGreaterThan(0)
  }
})

test('a company with nothing to pay gets a message', async () => {
  const { page } = await screen({ as: maya, at })
  await page.getByText('No balance data available.').waitFor()
})
