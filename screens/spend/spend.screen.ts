import { addMonths } from '@portal/domain/kernel/month'
import type { Locator, Page } from 'playwright-core'
import { monthName } from '@portal/domain/kernel/day'
import { expect, test } from 'vitest'
import { downloaded } from '../../e2e/downloaded.ts'
import { openFilters } from '../../e2e/folded.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { desktop, onPhone, phone } from '../../e2e/open-visit.ts'
import { maya } from '../../e2e/people.ts'
import { plover } from '../../e2e/records/spend-company.ts'
import { screen } from '../screen.ts'
import { today } from '../world.ts'

const at = '/invoices/spend'
const thisMonth = today.slice(0, 7)
const ago = (months: number) => monthName(addMonths(thisMonth, -months))
const cents = (text: string) =>
  Math.round(Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100)

const spend = (page: Page) => ({
  bars: page.getByRole('list', { name: /^Spend in/ }).getByRole('link'),
  readout: page.locator('main [aria-live=polite]'),
  groups: (by: string) => page.getByRole('table', { name: new RegExp(`^Spend by ${by} in`) }),
  months: page.getByRole('table', { name: /^Spend by month/ }),
  changes: page.getByRole('region', { name: /^Top changes/ }).getByRole('listitem'),
  choose: (name: string) => page.getByRole('button', { name, exact: true }),
})

/** The amounts of one column; the last one is the total. */
const amountsOf = async (table: Locator) =>
  (await table.locator('tr > td:nth-child(2)').allInnerTexts()).map(cents)

test.each([
  ['desktop', desktop],
  ['phone', phone],
])(
  'a reader finds the increase, reads a bar and opens its invoices, on a %s',
  async (_, viewport) => {
    const isMobile = viewport === phone
    const { page } = await screen({ as: plover.user, at: '/invoices', viewport, isMobile })
    await invoiceList(page).rows.first().waitFor()
    // Without a main action the other actions are not folded.
    await page.getByRole('link', { name: 'Spend', exact: true }).click()
    const { bars, readout, groups, months, changes, choose } = spend(page)
    await groups('product').waitFor()
    await page.getByText('All figures are of the invoices you may see.').waitFor()
    await expect.poll(() => bars.count()).toBe(24)
    await expect.poll(() => readout.innerText()).toContain('$6,680.00')
    expect(await page.getByText('of the invoices you may see').count()).toBe(1)
    const amounts = await amountsOf(groups('product'))
    expect(amounts).toHaveLength(12)
    expect(amounts.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(amounts.at(-1))
    await groups('product')
      .getByRole('rowheader', { name: /^Other \(4 products\)/ })
      .waitFor()
    expect(await changes.first().innerText()).toMatch(/TT Pro\s+\+\$40\.00/)
    await expect(amountsOf(months)).resolves.toHaveLength(24)

    // The credit is below zero; a month of the table shows its groups.
    await months.getByRole('button', { name: ago(4) }).click()
    await groups('product').getByText(ago(4)).first().waitFor()
    await expect
      .poll(() => new URL(page.url()).searchParams.get('month'))
      .toBe(addMonths(thisMonth, -4))

    await choose('Type').click()
    await groups('type').getByRole('cell', { name: '−$1,200.50' }).first().waitFor()
    await months.getByRole('button', { name: ago(0) }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?by=type')
    await bars.last().focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => readout.innerText()).toContain(`${ago(2)}, `)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => readout.innerText()).toMatch(/\$6,6\d0\.00.*License/s)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => readout.innerText()).toMatch(/\$2,400\.00.*Colocation/s)
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/invoices')
    await expect.poll(() => invoiceList(page).rows.count()).toBe(1)
    await invoiceList(page).row('PL-CAB-2').waitFor()
    await page.goBack()

    await openFilters(page)
    await choose('JPY').click()
    if (isMobile) await page.getByRole('dialog').getByText('Close').click()
    await expect.poll(() => readout.innerText()).toContain('¥5,000')
    await expect.poll(() => new URL(page.url()).search).toBe(`?by=type&currency=JPY`)
  },
)

test('on a phone the chart is visible, with at most six parts per bar, which a tap reads; the table has every group', async () => {
  const { page } = await screen({ as: plover.user, at, ...onPhone })
  const { bars, groups, readout } = spend(page)
  await groups('product').waitFor()
  expect((await bars.first().boundingBox())!.y).toBeLessThan(phone.height / 3)
  const parts = () => bars.last().locator('[fill]').count()
  await expect.poll(parts).toBeGreaterThan(1)
  expect(await parts()).toBeLessThanOrEqual(6)
  await expect(amountsOf(groups('product'))).resolves.toHaveLength(12)
  const folded = groups('product')
    .getByRole('rowgroup')
    .filter({ hasText: 'Together these are “Other” in the chart' })
  await expect(amountsOf(folded)).resolves.toHaveLength(6)

  // The top part is the sum of the groups without their own part.
  await bars.last().focus()
  for (let part = 0; part < 6; part += 1) await page.keyboard.press('ArrowUp')
  await expect.poll(() => readout.innerText()).toContain('Other, ')

  await bars.nth(5).tap()
  await expect.poll(() => readout.innerText()).toContain(ago(18))
  await expect.poll(() => new URL(page.url()).pathname).toBe(at)
  await page.getByRole('link', { name: `Invoices of ${ago(18)}` }).tap()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/invoices')
})

test('spreading a quarter shows it in three months; the CSV has the same figures as the screen', async () => {
  const { page } = await screen({ as: plover.user, at: '/invoices/spend?by=type' })
  const { groups, readout } = spend(page)
  await groups('type').waitFor()
  const figures = async () => {
    const { name, content } = await downloaded(page, () =>
      page.getByRole('button', { name: 'CSV' }).click(),
    )
    expect(name).toMatch(/^spend-20081-by-type-USD-/)
    return String(content)
  }
  const whole = await figures()
  expect(whole).toContain('"Type, of the invoices you may see","Currency"')
  expect(whole).toMatch(/"Colocation","USD",.*,2400\.00,0\.00,0\.00,\d+\.00\r\n/)
  await page.getByRole('switch', { name: 'Spread quarters and years' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('spread')).toBe('yes')
  await expect.poll(() => readout.innerText()).not.toContain('$6,680.00')
  const spread = await figures()
  const last = spread.split('\r\n').find((row) => row.startsWith('"Colocation"'))!
  const parts = last.split(',').slice(-4, -1).map(cents)
  expect(parts.reduce((sum, one) => sum + one, 0)).toBe(240_000)
  for (const part of parts) expect(part).toBeGreaterThan(70_000)
  await page.reload()
  await groups('type').waitFor()
  expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('true')
})

test('a mouse reads a part of a bar, and opens its invoices', async () => {
  const { page } = await screen({ as: plover.user, at })
  const { bars, readout } = spend(page)
  const low = { position: { x: 20, y: 260 } }
  await bars.nth(3).hover(low)
  await expect.poll(() => readout.innerText()).toMatch(/\$3,120\.00.*TT Pro/s)
  await bars.nth(3).click(low)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/invoices')
  await expect
    .poll(() => new URL(page.url()).searchParams.get('month'))
    .toBe(addMonths(thisMonth, -20))
})

test('without invoices the page shows a message', async () => {
  const { page } = await screen({ as: maya, at })
  await page.getByText('No spend to show.').waitFor()
})
