import { monthName } from '@portal/domain/kernel/day'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { invoiceList } from './invoice-list.ts'
import { desktop, onPhone, phone, tablet } from './open-visit.ts'
import { ana, luis, paula, tom } from './people.ts'

/** The number of fully visible rows: not below the window, and not covered by a bar at the bottom. */
function wholeRows(page: Page): Promise<number> {
  return page.locator('[data-index]').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        // The first invoice of a month is below the heading.
        const { top } = row.querySelector('[role=gridcell]')!.getBoundingClientRect()
        const { left, bottom } = row.getBoundingClientRect()
        const covers = (y: number) => document.elementFromPoint(left + 40, y)
        return row.contains(covers(top + 2)) && row.contains(covers(bottom - 2))
      }).length,
  )
}

test.each([
  ['a phone', { ...phone, isMobile: true }, 8],
  ['1280x720', { width: 1280, height: 720, isMobile: false }, 10],
  ['1024x768', { width: 1024, height: 768, isMobile: false }, 10],
  ['a desktop', { ...desktop, isMobile: false }, 14],
])('on %s whole invoices are visible on arrival', async (_, { isMobile, ...viewport }, least) => {
  const { page } = await visit({ as: paula, at: '/invoices', viewport, isMobile })
  await page.getByRole('region', { name: 'Balance by age' }).waitFor()
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(least)
})

// Each product has a heading on a phone; sorted by day there is none.
test.each([
  ['a phone', '/licenses', { ...phone, isMobile: true }, 7],
  ['a phone by day', '/licenses?sort=since', { ...phone, isMobile: true }, 9],
  ['1024x768', '/licenses', { ...tablet, isMobile: false }, 12],
  ['a desktop', '/licenses', { ...desktop, isMobile: false }, 15],
])(
  'on %s whole licenses are visible below their cost and the requested licenses',
  async (_, at, { isMobile, ...viewport }, least) => {
    const { page } = await visit({ as: tom, at, viewport, isMobile })
    await page.getByText('By our records.').waitFor()
    await page.getByText(/^3 (licenses )?requested$/).waitFor()
    await page.locator('[data-index]').first().waitFor()
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(least)
  },
)

test('on a phone the search stays visible while the list scrolls, and its results are visible', async () => {
  const { page } = await visit({ as: ana, at: '/invoices', ...onPhone })
  const list = invoiceList(page)
  await list.rows.first().waitFor()
  await page.evaluate(() => scrollTo(0, 3000))
  await expect.poll(async () => (await list.search.boundingBox())?.y).toBeLessThan(20)
  await list.search.fill('MTS-S033')
  await list.row('MTS-S033').waitFor()
  const box = (await list.row('MTS-S033').boundingBox())!
  expect(box.y).toBeGreaterThan(0)
  expect(box.y).toBeLessThan(400)
})

test('on a phone the month stays below the search while its invoices pass', async () => {
  const at = '/invoices?status=open&sort=due'
  const { page } = await visit({ as: ana, at, ...onPhone })
  const { rows } = invoiceList(page)
  await rows.first().waitFor()
  /** The heading below the search, and the next element: an invoice, or the next heading, which pushes the first one out. */
  const atTop = () =>
    page.evaluate(() => {
      const { bottom } = document.querySelector('[type=search]')!.getBoundingClientRect()
      const at = (y: number) => document.elementsFromPoint(100, y)
      const headingAt = (y: number) => at(y).find(({ parentElement }) => parentElement?.ariaHidden)
      const heading = headingAt(bottom + 20)
      const below = (heading?.getBoundingClientRect().bottom ?? 0) + 3
      const row = at(below).find((one) => one.matches('[role=row]'))
      return {
        heading: heading?.textContent,
        isPushed: headingAt(below) !== undefined,
        row: row?.textContent ?? '',
      }
    })
  const months = new Set<string>()
  for (let top = 400; top < 2400; top += 90) {
    await page.evaluate((y) => scrollTo(0, y), top)
    await expect
      .poll(async () => {
        const { heading, isPushed, row } = await atTop()
        const [due = '', month = '', year = ''] = /(\d\d)\/\d\d\/(\d{4})/.exec(row) ?? []
        const isPast = new Date(due).getTime() < Date.now() - 86_400_000
        const wanted = isPast ? 'Due before today' : `Due ${monthName(`${year}-${month}`)}`
        if (!isPushed) months.add(wanted)
        return isPushed || heading === wanted
      })
      .toBe(true)
  }
  expect(months.size).toBeGreaterThan(2)
})

for (const [where, viewport, isMobile] of [
  ['a phone', phone, true],
  ['a desktop', desktop, false],
] as const)
  test(`on ${where} another search or order starts at its first row, which is visible`, async () => {
    const { page } = await visit({ as: luis, at: '/invoices', viewport, isMobile })
    const list = invoiceList(page)
    const first = list.grid.locator('[data-index="0"]')
    const isInSight = () =>
      first.evaluate((row) => {
        const { left, top, height } = row.getBoundingClientRect()
        return row.contains(document.elementFromPoint(left + 40, top + height / 2))
      })
    for (const ask of [
      () => list.search.fill('MTS-'),
      () => (isMobile ? list.search.fill('MTS') : list.sortBy('Due date')),
    ]) {
      await first.waitFor()
      await page.mouse.move(300, 500)
      await page.mouse.wheel(0, 3000)
      await expect.poll(isInSight).toBe(false)
      await ask()
      await expect.poll(isInSight).toBe(true)
    }
  })

test('a press on a filter moves no element, so that its release does not close the values', async () => {
  const { page } = await visit({ as: paula, at: '/invoices' })
  await invoiceList(page).rows.first().waitFor()
  const status = page.getByRole('combobox', { name: 'Status' })
  await status.hover()
  await page.mouse.down()
  await page.getByRole('option', { name: 'Credit' }).waitFor()
  await page.mouse.up()
  await page.waitForTimeout(300)
  expect(await page.getByRole('option', { name: 'Credit' }).isVisible()).toBe(true)
})

test.each([
  ['1024x768', tablet],
  ['a desktop', desktop],
])('on %s active filters move no row', async (_, viewport) => {
  const { page } = await visit({ as: paula, viewport })
  const firstTop = async (at: string) => {
    await page.goto(at)
    await page.getByRole('region', { name: 'Balance by age' }).waitFor()
    return (await invoiceList(page).rows.first().boundingBox())!.y
  }
  const top = await firstTop('/invoices')
  expect(await firstTop('/invoices?due=30&currency=USD&min=500')).toBe(top)
  expect(await firstTop('/invoices?q=MTS-S0&status=open')).toBe(top)
})
