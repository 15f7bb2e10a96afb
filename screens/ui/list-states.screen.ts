import { expect, test } from 'vitest'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { follow } from '../../e2e/navigation.ts'
import { desktop, phone } from '../../e2e/open-visit.ts'
import { ana, luis, maya } from '../../e2e/people.ts'
import { hold } from '../hold.ts'
import { screen } from '../screen.ts'

test('an empty list has no search, and one button', async () => {
  const { page } = await screen({ as: maya, at: '/erf' })
  const main = page.getByRole('main')
  for (const [at, way] of [
    ['/erf?', 'Choose your emails'],
    ['/licenses?show=orders&', 'Add Item'],
  ] as const) {
    await follow(page, at)
    await page.getByText('No Licenses Found.').waitFor()
    await main.getByText(way, { exact: true }).waitFor()
    expect(await main.getByRole('searchbox').count()).toBe(0)
    await follow(page, `${at}q=nothing`)
    await main.getByRole('button', { name: 'Clear search' }).waitFor()
    expect(await main.getByRole('searchbox').count()).toBe(1)
  }
})

test('a page past the end does not call the list empty', async () => {
  const { page } = await screen({ as: luis, at: '/erf' })
  const main = page.getByRole('main')
  const state = main.getByRole('status').filter({ hasText: 'First page' })
  for (const [at, what] of [
    ['/licenses?part=99', 'your licenses'],
    ['/erf?page=99', 'the list'],
  ] as const) {
    await follow(page, at)
    await expect
      .poll(() => state.locator('p').allInnerTexts())
      .toEqual([`This page is past the end of ${what}.`])
    await main.getByRole('button', { name: 'First page' }).click()
    await main.getByRole('grid').locator('[data-index]').first().waitFor()
  }
})

test('while the list is loading its space is reserved, and nothing moves when it appears', async () => {
  const { page, context } = await screen({ as: ana, at: '/ture' })
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
    // The placeholder may disappear before a test could see it from outside.
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

test('a list that is loading has its real columns, and its text covers no bar, at every width', async () => {
  const { page, context } = await screen({ as: ana, at: '/ture' })
  const release = await hold(context, /\/api\/invoice(?:\?|$)/)
  await page.goto('/invoices')
  const place = page.getByRole('status', { name: 'Loading invoices' })
  await place.waitFor()
  const boxes = (row: string) =>
    page.locator(`${row} > span`).evaluateAll((found) =>
      found
        .map((element) => element.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ left, width }) => [Math.round(left), Math.round(width)]),
    )
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
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
  }
  const drawn = await boxes('[aria-label="Loading invoices"] [role=row]')
  release()
  await invoiceList(page).rows.first().waitFor()
  expect(await boxes('[role=grid] [role=row][aria-rowindex="1"]')).toEqual(drawn)
})

test('nothing appears for a fast response: a placeholder is visible after 150 ms', async () => {
  const { page, context } = await screen({ as: luis, at: '/erf' })
  await page.getByRole('grid').locator('[data-index]').first().waitFor()
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
