import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { visit } from './browser.ts'
import { phone, tablet } from './open-visit.ts'
import { ana, luis } from './people.ts'
import { linnet } from './records/changed-company.ts'

/** An invoice of the demo on which a user joined, a desk went and a price rose. */
const number = 'MTS-10412-1700'
const at = `/invoices/detail/${number}`

const why = (page: Page) => page.getByRole('region', { name: 'Why did my bill change?' })
const cents = (text: string) =>
  Math.round(Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100)

test('an invoice says why it changed; the causes add up and open to their lines by keyboard', async () => {
  const { page } = await visit({ as: luis, at })
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
})

test('smaller causes are one row that opens, on paper too; many lines are shown on request', async () => {
  const { page } = await visit({
    as: linnet.user,
    at: `/invoices/detail/${linnet.invoiceNumber}`,
  })
  const section = why(page)
  const rest = section.getByRole('button', { name: '4 smaller changes, net' })
  await rest.waitFor()
  const rows = section.getByRole('table').first().locator('tbody > tr')
  const closed = await rows.count()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => rows.count()).toBe(closed + 4)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => rows.count()).toBe(closed)
  await rest.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(closed + 4)
  expect(await rest.evaluate((button) => button === document.activeElement)).toBe(true)

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

/** The lines between bars: how far each misses the end of its bar, the line of the next row, and the edge between. */
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

const many = { as: linnet.user, at: `/invoices/detail/${linnet.invoiceNumber}` }

test.each([
  ['a desktop', { as: luis, at }],
  ['a tablet', { as: luis, at, viewport: tablet }],
  ['a phone', { as: luis, at, viewport: phone, isMobile: true }],
  ['a phone with smaller causes', { ...many, viewport: phone, isMobile: true }],
  ['forced colors', { as: luis, at, forcedColors: 'active' as const }],
  ['paper with smaller causes', many],
])('lines join the bars, so that they read as steps, on %s', async (where, looks) => {
  const { page } = await visit(looks)
  await why(page).getByRole('table').first().waitFor()
  if (where.startsWith('paper')) {
    await page.emulateMedia({ media: 'print' })
    await why(page)
      .getByRole('button', { name: /smaller changes/, expanded: true })
      .waitFor()
  }
  const { gaps, inks } = await gapsOfSteps(page)
  expect(gaps.length).toBeGreaterThanOrEqual(4 * 4)
  expect(gaps.filter((gap) => Math.abs(gap) > 2)).toEqual([])
  expect(new Set(inks).size).toBe(1)
  expect(inks[0]).not.toBe('none')
})

test('on paper each cause is named, and nothing marks a row that opens', async () => {
  const { page } = await visit(many)
  const names = why(page).getByRole('rowheader')
  await names.getByText('4 smaller changes, net').waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => names.count()).toBe(2 + 7 + 1 + 4)
  for (const name of await names.all()) expect(await name.innerText()).toMatch(/[a-z0-9]/)
  expect(await why(page).locator('td:last-child > svg').filter({ visible: true }).count()).toBe(0)
})

test('a click on a bar opens its row, as on its words', async () => {
  const { page } = await visit({ as: luis, at })
  const row = why(page)
    .getByRole('row')
    .filter({ hasText: /^1 user added/ })
  const { x, y, width, height } = (await row.locator('rect').boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await page.getByRole('table', { name: /^Lines of 1 user added/ }).waitFor()
})

test('another bill can be chosen; Back returns to the one it continues, and a reload keeps the choice', async () => {
  const { page } = await visit({ as: luis, at })
  const sentence = why(page).getByText(/ (more|less) than /)
  const first = await sentence.innerText()
  await page.getByRole('button', { name: 'Compare with another bill' }).click()
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  await items.filter({ hasText: 'MTS-10412-1500' }).click()
  await expect.poll(() => sentence.innerText()).not.toBe(first)
  expect(new URL(page.url()).searchParams.get('against')).toBe('MTS-10412-1500')
  const chosen = await sentence.innerText()
  await page.reload()
  await expect.poll(() => sentence.innerText()).toBe(chosen)
  await page.goBack()
  await expect.poll(() => sentence.innerText()).toBe(first)
})

test('an address with an invoice that does not exist says so and leads back', async () => {
  const { page, problems } = await visit({ as: luis, at: `${at}?against=NO-SUCH` })
  problems.expect(/404/)
  await why(page).getByText('Invoice NO-SUCH was not found.').waitFor()
  await page.getByRole('button', { name: 'Compare with the bill it continues' }).click()
  await why(page)
    .getByText(/ more than /)
    .waitFor()
})

test('a user who sees only some categories reads that only their invoices were compared', async () => {
  for (const [reader, notes] of [
    [ana, 1],
    [luis, 0],
  ] as const) {
    const { page } = await visit({ as: reader, at })
    await why(page)
      .getByText(/ more than /)
      .waitFor()
    expect(await why(page).getByText('This considers only the invoices you may see.').count()).toBe(
      notes,
    )
  }
})

test('on a phone each bar is below its words, a tap opens the lines, and nothing is wider than the screen', async () => {
  const { page } = await visit({ as: luis, at, viewport: phone, isMobile: true })
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

test('the list says by how much an invoice differs, as the invoice itself does; rows without it are whole', async () => {
  const { page, context, problems } = await visit({ as: luis, at: '/invoices?q=MTS-10412' })
  const rows = page.getByRole('grid', { name: 'Invoices' }).locator('[data-index]')
  const figure = rows.filter({ hasText: number }).getByTitle(/^Compared with \S+ of \w+ \d{4}$/)
  const said = await figure.innerText()
  expect(said).toMatch(/^\+\$[\d,]+\.\d\d$/)
  await page.goto(at)
  await why(page)
    .getByText(`${said.slice(1)} `)
    .first()
    .waitFor()

  problems.expect(/status of 500/)
  await context.route(/\/differences/, (route) => route.fulfill({ status: 500 }))
  const refused = page.waitForResponse(/\/differences/)
  await page.goto('/invoices?q=MTS-10412')
  await refused
  await rows.filter({ hasText: number }).waitFor()
  expect(await page.getByTitle(/^Compared with/).count()).toBe(0)
})

test.each([
  ['phone', phone],
  ['tablet', tablet],
] as const)('a %s has no room for the difference and does not ask for it', async (_, viewport) => {
  const { page } = await visit({ as: luis, viewport })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/invoices')
  await page.getByRole('grid', { name: 'Invoices' }).locator('[data-index]').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked).toContain('/invoices')
  expect(asked.filter((path) => path.endsWith('/differences'))).toEqual([])
})
