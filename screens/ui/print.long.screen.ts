import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pdfPages } from '../../apps/server/test/documents/pdf-text.ts'
import { pages } from '../../e2e/screens.ts'
import { hold } from '../hold.ts'
import { screen } from '../screen.ts'

/** The text of each printed page, as the browser lays it out on paper. */
async function printed(page: Page): Promise<string[]> {
  return pdfPages(await page.pdf({ preferCSSPageSize: true }))
}

async function open(name: string, options: Partial<Parameters<typeof screen>[0]> = {}) {
  const { as, at, shows } = pages.find((one) => one.name === name)!
  const visit = await screen({ as, at, ...options })
  await shows(visit.page).waitFor()
  await visit.page.waitForLoadState('networkidle')
  return visit
}

/** Shows the page as on paper; the table of all rows appears with the next render. */
async function toPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.locator('td').first().waitFor()
}

const moment = String.raw`\d\d/\d\d/\d{4}, \d+:\d\d [AP]M \S+`

test('all invoices of the list are printed black on white in the dark theme, too, with a header and a number on every page', async () => {
  const { page } = await open('invoices', { theme: 'dark' })
  const rows = await page.getByRole('grid', { name: 'Invoices' }).getAttribute('aria-rowcount')
  const sheets = await printed(page)
  await toPaper(page)
  const numbers = await page.getByRole('table', { name: 'Invoices' }).locator('a').allTextContents()
  expect(numbers.length).toBeGreaterThan(150)
  // The header is a row, too.
  expect(numbers.length).toBe(Number(rows) - 1)
  const lines = sheets.flatMap((sheet) => sheet.split('\n'))
  const firstWords = lines.map((line) => line.trim().split(/\s{2,}/)[0])
  expect(
    numbers.filter((number) => firstWords.filter((word) => word === number).length !== 1),
  ).toEqual([])
  expect(sheets.length).toBeGreaterThan(3)
  for (const [at, sheet] of sheets.entries()) {
    expect(sheet).toMatch(
      /^ *Invoice +Service period +Type +Due date +Status +Amount +Balance due$/m,
    )
    expect(sheet).toMatch(new RegExp(`^ +${at + 1} ?/ ?${sheets.length}$`, 'm'))
  }
  expect(sheets[0]).toMatch(
    new RegExp(`^ *Aldgate Capital LLP · Account 10412 +Printed ${moment} by Paula Reyes$`, 'm'),
  )
  const colors = await page.evaluate(() =>
    [document.body, document.querySelector('h1')!, document.querySelector('td')!].map((one) => {
      const { color, backgroundColor } = getComputedStyle(one)
      return [color, backgroundColor]
    }),
  )
  expect(colors.map(([color]) => color)).toEqual(Array(3).fill('rgb(0, 0, 0)'))
  expect(colors[0]![1]).toBe('rgb(255, 255, 255)')
  // Amounts are complete, on one line, and do not touch.
  const amounts = lines.filter((line) => numbers.includes(line.trim().split(/\s{2,}/)[0]!))
  for (const line of amounts) expect(line).toMatch(/ [^\s\d]*[\d,.]+ +[^\s\d]*[\d,.]+ [A-Z]{3}$/)
})

test('a printed filtered list names its filters and has no control', async () => {
  const { page } = await open('invoices-filtered')
  const controls = await page.getByRole('button').allInnerTexts()
  const count = await page.getByText(/^\d+ of \d+ invoices$/).innerText()
  const [sheet = ''] = await printed(page)
  expect(sheet).toMatch(new RegExp(`Search MTS-S0 +Status Open +${count}`))
  for (const text of ['Statement', 'CSV', 'Pay All', 'Clear filters', 'Go to', 'PAYMENTS', 'Legal'])
    expect(sheet).not.toContain(text)
  expect(controls.length).toBeGreaterThan(5)
})

const lists: [name: string, header: RegExp, holds: RegExp][] = [
  [
    'history',
    /^ *Created +Description +User +Category +Type +IP address$/m,
    /\d\d\/\d\d\/\d{4}, \d+:\d\d/,
  ],
  [
    'users',
    /^ *Name +Email +Permissions +Invoice Categories +Last sign-in$/m,
    /Dmitri +dmitri\.volkov@brightwater\.example +Invoices/,
  ],
  // "Remaining balance Due" has two lines.
  [
    'balance',
    /^ *Current +1-30 Days +.*Other +(Remaining balance|Due)$/m,
    /All USD\s+\$[\d,.]+ +\$/,
  ],
  ['sessions', /Sessions/, /This browser/],
]
test.each(lists)(
  'the screen "%s" is printed with its head and without controls',
  async (name, header, content) => {
    const answers = name === 'users' ? { listUserCategories: [] } : {}
    const { page } = await open(name, { answers })
    const sheets = await printed(page)
    for (const sheet of sheets) expect(sheet).toMatch(header)
    expect(sheets.join('')).toMatch(content)
    expect(sheets[0]).toMatch(new RegExp(`Account \\d+ +Printed ${moment} by`))
    for (const text of ['Previous', 'CSV', 'Invite\n', 'End all', 'Need Help?'])
      expect(sheets.join('')).not.toContain(text)
  },
)

test('a printed page of a longer list mentions the other pages; the shortcut prints all of them, once', async () => {
  const { page } = await open('approvals')
  expect((await printed(page)).join('')).toMatch(/Rows 1–10 \(Total: 25\)\. Ctrl\+P .*prints all/)
  // A test cannot see the browser's print dialog: the page is printed when it would open.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printing', '')
  })
  await page.keyboard.press('Control+p')
  await page.locator('body[data-printing]').waitFor()
  const text = (await printed(page)).join('')
  expect(text.match(/^ *\d\d\/\d\d\/\d{4} +SI-/gm)).toHaveLength(25)
  expect(text).not.toContain('Rows 1–10')

  // Prints once after several presses, and only rows that are still shown.
  await page.reload()
  await page.getByRole('row', { name: /SI-SEEN/ }).waitFor()
  const prints = page.locator('body > data')
  const watch = () =>
    page.evaluate(() => {
      window.print = () => document.body.append(document.createElement('data'))
    })
  await watch()
  const release = await hold(page, /ttnet\/requests/)
  await page.keyboard.press('Control+p')
  await page.keyboard.press('Control+p')
  release()
  await prints.first().waitFor({ state: 'attached' })
  expect(await prints.count()).toBe(1)

  await page.reload()
  await page.getByRole('row', { name: /SI-SEEN/ }).waitFor()
  await watch()
  const releaseAgain = await hold(page, /ttnet\/requests/)
  await page.keyboard.press('Control+p')
  await page.getByRole('searchbox').fill('nygård')
  await expect.poll(() => page.url()).toContain('?q=')
  releaseAgain()
  await page.getByRole('row', { name: /SI-110/ }).waitFor()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await prints.count()).toBe(0)
})

test('an invoice is printed with all its line items', async () => {
  const { page } = await open('invoice')
  const sheets = await printed(page)
  const grid = page.getByRole('grid', { name: 'Line items' })
  const count = Number(await grid.getAttribute('aria-rowcount')) - 1
  const lines = sheets.flatMap((sheet) => sheet.split('\n'))
  expect(lines.filter((line) => /\d +\$[\d,.]+ +\$[\d,.]+ USD$/.test(line)).length).toBe(count)
  for (const sheet of sheets) expect(sheet).toMatch(/Product +Description .*Quantity/)
  expect(sheets.join('')).not.toContain('Pay By Credit Card')
})
