import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { importRecords } from './portal/import-records.ts'
import { pipit, pipitBill } from './records/changed-company.ts'

const today = new Date().toISOString().slice(0, 10)
const why = (page: Page) => page.getByRole('region', { name: 'Why did my bill change?' })
const at = '/invoices/detail/PIP-3'

/** Keeps each pair of totals that the page shows together: of the invoice, and of its explanation. */
const watchTotals = (page: Page) =>
  page.evaluate(() => {
    const pairs = new Set<string>()
    const note = () => {
      const total = document.querySelector('section[aria-label=Invoice] dl > :nth-child(5) dd')
      const end = [...document.querySelectorAll('section[aria-labelledby=why] table tr')].at(-1)
      const explained = /\$[\d,.]+/.exec(end?.lastElementChild?.textContent ?? '')?.[0]
      const shown = /\$[\d,.]+/.exec(total?.textContent ?? '')?.[0]
      if (shown && explained) pairs.add(`${shown} ${explained}`)
    }
    note()
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    Object.assign(window, { totals: () => [...pairs] })
  })
const seenTotals = (page: Page) =>
  page.evaluate(() => (window as unknown as { totals: () => string[] }).totals())

async function compareWith(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Compare with another bill' }).click()
  await page.getByRole('menuitem').filter({ hasText: number }).click()
}

test('an invoice that is imported again is never shown in two versions; a deleted compared bill is reported', async () => {
  importRecords(
    portal,
    [1, 2, 3].map((nth) => pipitBill(today, nth as 1, 650 + 50 * nth)),
  )
  const { page, problems } = await visit({ as: pipit.user, at })
  const facts = page.getByRole('region', { name: 'Invoice', exact: true })
  await why(page).getByText('$800.00').first().waitFor()
  await watchTotals(page)

  importRecords(portal, [pipitBill(today, 3, 900)])
  await compareWith(page, 'PIP-1')
  await why(page).getByText('$900.00').first().waitFor()
  await facts.getByText('$900.00').waitFor()
  expect(await seenTotals(page)).toEqual(['$800.00 $800.00', '$900.00 $900.00'])

  // Deleted during the comparison: a user who returns a minute later reads the deletion, not the old comparison.
  problems.expect(/404/)
  importRecords(portal, [{ record: 'delete', kind: 'invoice', key: 'PIP-1' }])
  await page.evaluate(() => {
    const before = Date.now
    Date.now = () => before() + 60_000
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await why(page).getByText('Invoice PIP-1 was not found.').waitFor()
  expect(await why(page).getByRole('table').count()).toBe(0)
  await page.getByRole('button', { name: 'Compare with the bill it continues' }).click()
  await why(page).getByText('PIP-2').first().waitFor()

  // Other lines with the same total are another version too.
  importRecords(portal, [
    { ...pipitBill(today, 3, 900), lineItems: [{ productName: 'TT Score', total: '900.00' }] },
  ])
  await compareWith(page, 'PIP-2')
  await why(page).getByText('TT Score').first().waitFor()
  await page.getByRole('grid').getByText('TT Score').waitFor()
  for (const pair of await seenTotals(page)) expect(new Set(pair.split(' ')).size, pair).toBe(1)
})
