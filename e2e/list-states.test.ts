import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { invoiceList } from './invoice-list.ts'
import { phone } from './open-visit.ts'
import { ana, luis, maya } from './people.ts'

test('a company without invoices gets a message, and has nothing to pay or export', async () => {
  const { page } = await visit({ as: maya, at: '/invoices' })
  await page.getByText('No Invoices Found').waitFor()
  expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0)
  const payAll = page.getByRole('button', { name: 'PAY ALL BY CREDIT CARD' })
  await expect.poll(() => payAll.isDisabled()).toBe(true)
  await payAll.hover()
  await page.locator('[data-open]').getByText('No eligible invoices').waitFor()
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'CSV' }).focus()
  await page.locator('[data-open]').getByText('Nothing to export').waitFor()
})

test.each([
  ['/erf', 'Choose your emails'],
  ['/licenses?show=orders', 'Add Item'],
])('the empty list at %s has nothing to search, and one way on', async (at, way) => {
  const { page } = await visit({ as: maya, at })
  const main = page.getByRole('main')
  await page.getByText('No Licenses Found.').waitFor()
  await main.getByText(way, { exact: true }).waitFor()
  expect(await main.getByRole('searchbox').count()).toBe(0)
  await page.goto(`${at}${at.includes('?') ? '&' : '?'}q=nothing`)
  await main.getByRole('button', { name: 'Clear search' }).waitFor()
  expect(await main.getByRole('searchbox').count()).toBe(1)
})

test('filters that leave nothing say so and can be cleared', async () => {
  const { page } = await visit({ as: ana, at: '/invoices?q=nothing-is-called-this&status=open' })
  const list = invoiceList(page)
  await page.getByText('No Invoices Found').waitFor()
  await expect.poll(() => list.count.innerText()).toMatch(/^0 of [\d,]+ invoices$/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await list.rows.first().waitFor()
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(() => list.search.inputValue()).toBe('')
  await list.search.fill('nothing-is-called-this')
  await page.getByText('No invoice matches the search.').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await list.rows.first().waitFor()
})

test.each([
  ['/manage?page=99&q=sign', 'the history'],
  ['/licenses?part=99', 'your licenses'],
  ['/erf?page=99', 'the list'],
])('a page past the end at %s does not call the list empty', async (at, what) => {
  const { page } = await visit({ as: luis, at })
  const main = page.getByRole('main')
  const state = main.getByRole('status').filter({ hasText: 'First page' })
  await expect
    .poll(() => state.locator('p').allInnerTexts())
    .toEqual([`This page is past the end of ${what}.`])
  await main.getByRole('button', { name: 'First page' }).click()
  await main.getByRole('grid').locator('[data-index]').first().waitFor()
})

test('while the list is loading its space is reserved, and nothing moves when it appears', async () => {
  const { page, context } = await visit({ as: ana, at: '/ture' })
  const network = await context.newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  })
  await page.addInitScript(() => {
    const seen = { shifts: 0, placeholder: '' }
    Object.assign(globalThis, { seen })
    // It may disappear before a test could see it from outside.
    new MutationObserver(() => {
      const placeholder = document.querySelector('[role=status][aria-label="Loading invoices"]')
      if (placeholder) seen.placeholder = placeholder.textContent
    }).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[])
        if (!entry.hadRecentInput) seen.shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    interface Shift {
      value: number
      hadRecentInput: boolean
    }
  })
  await page.goto('/invoices')
  await invoiceList(page).rows.first().waitFor()
  await page.getByRole('region', { name: 'Balance by age' }).waitFor()
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { shifts: number; placeholder: string } }).seen,
  )
  expect(seen.placeholder).toContain('loading....')
  expect(seen.shifts).toBeLessThan(0.05)
})

for (const [device, options] of [
  ['a desk', {}],
  ['a phone', { viewport: phone, isMobile: true }],
] as const)
  test(`a list that is loading on ${device} has its real columns, and its text covers no bar`, async () => {
    const { page, context } = await visit({ as: ana, at: '/ture', ...options })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await context.route(/\/api\/invoice(?:\?|$)/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/invoices')
    const place = page.getByRole('status', { name: 'Loading invoices' })
    await place.waitFor()
    const cells = (row: string) => `${row} > span`
    const boxes = (selector: string) =>
      page.locator(selector).evaluateAll((found) =>
        found
          .map((element) => element.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .map(({ left, width }) => [Math.round(left), Math.round(width)]),
      )
    const drawn = await boxes(cells('[aria-label="Loading invoices"] [role=row]'))
    // Cards of a phone have no header.
    const isWide = device === 'a desk'
    const [text, ...bars] = await place.evaluate((element) => {
      const all = [...element.querySelectorAll('span')]
      const words = all.find((span) => span.textContent === 'loading....')!
      const range = document.createRange()
      range.selectNodeContents(words)
      // Not those of columns that a card leaves out.
      const shown = [...element.querySelectorAll('i')].filter((bar) => bar.offsetParent)
      return [range, ...shown].map((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        return { left, right, top, bottom }
      })
    })
    const covers = (bar: { left: number; right: number; top: number; bottom: number }) =>
      bar.left < text!.right &&
      bar.right > text!.left &&
      bar.top < text!.bottom &&
      bar.bottom > text!.top
    expect(bars.length).toBeGreaterThan(20)
    expect(bars.filter(({ left, right }) => right - left < 20)).toEqual([])
    expect(bars.filter(covers)).toEqual([])
    release()
    await invoiceList(page).rows.first().waitFor()
    const header = '[role=grid] [role=row][aria-rowindex="1"]'
    expect(isWide ? await boxes(cells(header)) : drawn).toEqual(drawn)
  })

test('nothing appears for a fast response: a placeholder is visible after 150 ms', async () => {
  const { page, context } = await visit({ as: luis, at: '/payments' })
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
  await context.route(/\/api\/invoice\?/, () => {})
  const opacities = page.evaluate(
    () =>
      new Promise((resolve) => {
        // Before its animation ends, however slow the machine is.
        new MutationObserver(() => {
          const place = document.querySelector('[aria-label="Loading invoices"]')
          const [appearance] = place?.getAnimations() ?? []
          if (!place || !appearance) return
          const opacityAt = (ms: number) => {
            appearance.currentTime = ms
            return getComputedStyle(place).opacity
          }
          appearance.pause()
          resolve([opacityAt(0), opacityAt(149), opacityAt(249)])
        }).observe(document, { childList: true, subtree: true })
      }),
  )
  await page.getByRole('link', { name: 'INVOICES' }).click()
  const [first, before, after] = (await opacities) as [string, string, string]
  expect([first, before]).toEqual(['0', '0'])
  expect(Number(after)).toBeGreaterThan(0.9)
  await context.unroute(/\/api\/invoice\?/)
})
