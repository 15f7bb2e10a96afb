import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { tooWide } from '../../e2e/fits.ts'
import { follow } from '../../e2e/navigation.ts'
import { desktop, narrowest, phone, tablet } from '../../e2e/open-visit.ts'
import { yara } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

const pages = [
  '/invoices',
  '/invoices?totals=open',
  '/invoices/detail/Y-USD',
  '/invoices/detail/Y-JPY',
  '/invoices/detail/Y-KWD',
  '/invoices/detail/Y-LINES',
  '/payments/balance',
  '/payments?tab=autopay',
  '/users',
]

test('the largest amounts and longest numbers stay in their places at every width', async () => {
  const { page } = await screen({ as: yara, at: '/ture', answers: { listUserCategories: [] } })
  const faults = async () => [...(await tooWide(page)), ...(await amountsOverTheEdge(page))]
  for (const at of pages) {
    await follow(page, at)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const viewport of [desktop, tablet, phone, narrowest]) {
      await page.setViewportSize(viewport)
      await expect.poll(faults, { message: `${at} at ${viewport.width} px` }).toEqual([])
    }
  }
})

/** Amounts that are wider than their box and cover their neighbors. */
function amountsOverTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [
      ...document.querySelectorAll('main :is(dd, strong, [role=cell], [role=gridcell])'),
    ]
    return boxes
      .filter((box) => /\d,\d{3}/.test(box.textContent) && box.scrollWidth > box.clientWidth + 1)
      .filter((box) => box.clientWidth > 1)
      .map((box) => `${box.textContent}: ${box.scrollWidth} in ${box.clientWidth}`)
  })
}

test('each amount has the decimals of its currency and names the currency once; a right-to-left name does not reverse its neighbors', async () => {
  const { page } = await screen({ as: yara, at: '/invoices/detail/Y-KWD' })
  const facts = page.getByRole('region', { name: 'Invoice' })
  await facts.waitFor()
  await expect
    .poll(() => facts.innerText())
    .toMatch(/Invoice Total\s+999,999,999,999\.999\s+KWD\s+Remaining/)
  const lines = page.getByRole('grid', { name: 'Line items' }).getByRole('row')
  await expect
    .poll(() => lines.filter({ hasText: 'Desk' }).innerText())
    .toMatch(/3\s+KWD.0\.000125/)
  await expect
    .poll(() => lines.filter({ hasText: 'Adjustment' }).innerText())
    .toMatch(/^Adjustment\s+0\.000 KWD$/)

  // A right-to-left name does not reverse the sentence around it.
  const subtitle = page.getByText('C-1', { exact: false }).first()
  await subtitle.waitFor()
  // By position on the screen: the name comes after the customer number.
  const { name, number } = await subtitle.evaluate((one) => {
    const text = one.firstChild!
    const leftOf = (part: string) => {
      const range = document.createRange()
      const at = text.textContent!.indexOf(part)
      range.setStart(text, at)
      range.setEnd(text, at + part.length)
      return range.getBoundingClientRect().left
    }
    return { name: leftOf('Desks'), number: leftOf('C-1') }
  })
  expect(name).toBeGreaterThan(number + 20)

  await page.goto('/invoices/detail/Y-JPY')
  await expect.poll(() => facts.innerText()).toMatch(/Invoice Total\s+¥999,999,999,999,999 JPY/)
})

test('two rows of one network have their codes below the title; a row without a network and an invoice without a due date are marked', async () => {
  const { page } = await screen({ as: yara, at: '/payments/balance' })
  const titles = page.getByRole('rowheader')
  await titles.first().waitFor()
  expect((await titles.allInnerTexts()).toSorted()).toEqual([
    'All USD',
    'Balance Breakdown - No network - KWD',
    'Balance Breakdown - TT Platform - JPY\nMTS-US',
    'Balance Breakdown - TT Platform - USD\nMTS-EU',
    'Balance Breakdown - TT Platform - USD\nMTS-US',
  ])
  await page.goto('/payments?tab=autopay')
  const notCovered = page.getByRole('region', { name: 'Not covered' })
  await notCovered.getByText('License · no due date').waitFor()
})
