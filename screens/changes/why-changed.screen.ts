import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { isFocused } from '../../e2e/is-focused.ts'
import { desktop, onPhone, phone, tablet } from '../../e2e/open-visit.ts'
import { ana, luis } from '../../e2e/people.ts'
import { linnet } from '../../e2e/records/changed-company.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'

/** An invoice of the demo on which a user joined, a desk went and a price rose. */
const number = 'MTS-10412-1700'
const bill = `/invoices/detail/${number}`
const linnets = `/invoices/detail/${linnet.invoiceNumber}`

const why = (page: Page) => page.getByRole('region', { name: 'Why did my bill change?' })
const cents = (text: string) =>
  Math.round(Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100)

test('an invoice explains its change; the causes add up and open to their lines by keyboard or by a click on the bar', async () => {
  const { page } = await screen({ as: luis, at: bill })
  const section = why(page)
  await section.getByText(/ more than \w+ \d{4}: 1 user added \(n\.haddad\)/).waitFor()
  const cells = await section
    .getByRole('table')
    .first()
    .locator('tbody > tr > td:last-child')
    .allInnerTexts()
  const [start = 0, ...amounts] = cells.map(cents)
  const end = amounts.pop()
  expect(start + amounts.reduce((sum, amount) => sum + amount, 0)).toBe(end)
  expect(amounts.length).toBeGreaterThan(2)

  const cause = section.getByRole('button', { name: /^1 user added/ })
  await cause.focus()
  await page.keyboard.press('Enter')
  const lines = section.getByRole('table', { name: /^Lines of 1 user added/ })
  await lines.getByText('n.haddad', { exact: true }).waitFor()
  expect(await lines.getByRole('cell').last().innerText()).toMatch(/^\+\$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => lines.count()).toBe(0)

  // A click on the bar opens the lines too.
  const bar = section
    .getByRole('row')
    .filter({ hasText: /^1 user added/ })
    .locator('rect')
  const { x, y, width, height } = (await bar.boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await lines.waitFor()
})

test('smaller causes are one row that opens, on paper with all their names; many lines are shown on request', async () => {
  const { page } = await screen({ as: linnet.user, at: linnets })
  const section = why(page)
  const rest = section.getByRole('button', { name: '4 smaller changes, net' })
  await rest.waitFor()
  const rows = section.getByRole('table').first().locator('tbody > tr')
  const closed = await rows.count()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => rows.count()).toBe(closed + 4)
  const names = section.getByRole('rowheader')
  await expect.poll(() => names.count()).toBe(2 + 7 + 1 + 4)
  for (const name of await names.all()) expect(await name.innerText()).toMatch(/[a-z0-9]/)
  // Nothing marks a row that opens.
  expect(await section.locator('td:last-child > svg').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => rows.count()).toBe(closed)
  await rest.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(closed + 4)
  expect(await isFocused(rest)).toBe(true)

  await section.getByRole('button', { name: /^Price of TT Pro/ }).click()
  const lines = section
    .getByRole('table', { name: /^Lines of price of TT Pro/ })
    .locator('tbody > tr')
  await expect.poll(() => lines.count()).toBe(25)
  await section.getByRole('button', { name: 'Show all 40 lines' }).click()
  await expect.poll(() => lines.count()).toBe(40)
  await section.getByRole('button', { name: 'Show fewer lines' }).click()
  await expect.poll(() => lines.count()).toBe(25)
})

/** Returns how far each line between bars misses the end of its bar, the line of the next row, and the edge between. */
function gapsOfSteps(page: Page): Promise<{ gaps: number[]; inks: string[] }> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('section:has(#why) > table > tbody > tr')]
      .map((row) => [...row.querySelectorAll(':scope > td:nth-child(2) > svg')])
      .filter((svgs) => svgs.length === 2)
      .map(([joints, bars]) => ({
        lines: [...joints!.querySelectorAll('path')].map((line) => ({
          ...line.getBoundingClientRect().toJSON(),
          ink: getComputedStyle(line).stroke,
        })),
        bar: bars!.querySelector('rect')!.getBoundingClientRect(),
        row: joints!.closest('tr')!.getBoundingClientRect(),
      }))
    const steps = rows.slice(1).map((below, nth) => ({ above: rows[nth]!, below }))
    return {
      gaps: steps.flatMap(({ above, below }) => {
        const [leaves, enters] = [above.lines.at(-1)!, below.lines[0]!]
        const toEnd = ({ left, right }: DOMRect, x: number) =>
          Math.min(Math.abs(left - x), Math.abs(right - x))
        return [
          leaves.x - enters.x,
          toEnd(above.bar, leaves.x),
          toEnd(below.bar, enters.x),
          leaves.bottom - above.row.bottom,
        ]
      }),
      inks: rows.flatMap(({ lines }) => lines.map(({ ink }) => ink as string)),
    }
  })
}

test('lines connect the bars as steps, at every width and with forced colors', async () => {
  const { page } = await screen({ as: luis, at: bill })
  const section = why(page)
  await section.getByRole('table').first().waitFor()
  for (const mode of ['phone', 'tablet', 'desktop', 'forced colors'] as const) {
    if (mode === 'forced colors') await page.emulateMedia({ forcedColors: 'active' })
    else await page.setViewportSize({ desktop, tablet, phone }[mode])
    const { gaps, inks } = await gapsOfSteps(page)
    expect(gaps.length).toBeGreaterThanOrEqual(4 * 4)
    const wide = gaps.filter((gap) => Math.abs(gap) > 2)
    expect(wide, mode).toEqual([])
    expect(new Set(inks).size).toBe(1)
    expect(inks[0]).not.toBe('none')
  }
})

test('another bill can be chosen; Back returns to the previous bill, and a reload keeps the choice', async () => {
  const { page } = await screen({ as: luis, at: bill })
  const sentence = why(page).getByText(/ (more|less) than /)
  const first = await sentence.innerText()
  await page.getByRole('button', { name: 'Compare with another bill' }).click()
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  await items.filter({ hasText: 'MTS-10412-1500' }).click()
  await expect.poll(() => sentence.innerText()).not.toBe(first)
  await expect.poll(() => new URL(page.url()).searchParams.get('against')).toBe('MTS-10412-1500')
  const chosen = await sentence.innerText()
  await page.reload()
  await expect.poll(() => sentence.innerText()).toBe(chosen)
  await page.goBack()
  await expect.poll(() => sentence.innerText()).toBe(first)
})

test('a user who sees only some categories reads that only their invoices were compared', async () => {
  const { page } = await screen({ as: ana, at: bill })
  await why(page).getByText('This considers only the invoices you may see.').waitFor()
})

test('on a phone each bar is below its text, a tap opens the lines, and nothing is wider than the screen', async () => {
  const { page } = await screen({ as: luis, at: bill, ...onPhone })
  const cause = why(page).getByRole('button', { name: /^1 user added/ })
  await cause.waitFor()
  const row = why(page)
    .getByRole('row')
    .filter({ hasText: /^1 user added/ })
  const bar = await row.locator('rect').boundingBox()
  const words = await cause.boundingBox()
  expect(bar!.y).toBeGreaterThanOrEqual(words!.y + words!.height - 1)
  expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await cause.tap()
  await page.getByRole('table', { name: /^Lines of 1 user added/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('the list shows by how much an invoice differs; other rows are complete, and a phone does not request the differences', async () => {
  const invoiceNumber = 'MTS-10412-1600'
  const before = [{ invoiceNumber, serviceMonth: '2026-09', amount: 14_285 }]
  const difference = { id: '102', amount: 14_912.55, before, difference: 627.55 }
  const { page, problems, desk } = await screen({
    as: luis,
    at: '/invoices?q=MTS-10412',
    answers: { compareInvoices: { differences: [difference] } },
  })
  const row = page.getByRole('row').filter({ hasText: number })
  const figure = page.getByTitle(/^Compared with/)
  await expect
    .poll(() => row.getByTitle(`Compared with ${invoiceNumber} of Sep 2026`).innerText())
    .toBe('+$627.55')
  expect(await figure.count()).toBe(1)
  // Rows ask as they are painted, so not always in one call.
  const compared = desk.asked('compareInvoices').map(({ body }) => body)
  expect(compared).toContainEqual({ invoiceIds: expect.arrayContaining(['102']) })

  problems.expect(/status of 500/)
  desk.answer({ compareInvoices: refusal(500, 'Failed.') })
  const refused = page.waitForResponse(/\/differences/)
  await page.reload()
  await refused
  await row.waitFor()
  expect(await figure.count()).toBe(0)
  const asked = desk.asked('compareInvoices').length
  await page.setViewportSize(phone)
  await page.reload()
  await page.getByRole('grid', { name: 'Invoices' }).locator('[data-index]').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(desk.asked('compareInvoices')).toHaveLength(asked)
})
