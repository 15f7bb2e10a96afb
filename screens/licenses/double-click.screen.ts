import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { orders } from '../../e2e/license-pages.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { screen } from '../screen.ts'
import { as, building, holds, license } from './given-orders.ts'

const max = license('max.orr')
const held = holds([max, license('kim.voss'), license('lee.ahn')])

type Point = { x: number; y: number }
type Pointer = (at: Point, nth: 1 | 2) => Promise<void>

async function middle(of: Locator): Promise<Point> {
  // Trying a click also presses.
  await of.hover()
  const { x, y, width, height } = (await of.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

const mouse =
  (page: Page): Pointer =>
  async ({ x, y }, nth) => {
    await page.mouse.move(x, y)
    await page.mouse.down({ clickCount: nth })
    await page.mouse.up({ clickCount: nth })
  }

/** Taps with given times, so that two are a double tap however long the page takes between them. */
async function finger(page: Page): Promise<Pointer> {
  const browser = await page.context().newCDPSession(page)
  let began = 0
  return async (at, nth) => {
    // A second after the last one, so that it does not continue that series.
    if (nth === 1) began = Math.max(vi.getRealSystemTime() / 1000, began + 1)
    const timestamp = began + (nth - 1) * 0.15
    const event = 'Input.dispatchTouchEvent'
    await browser.send(event, { type: 'touchStart', touchPoints: [at], timestamp })
    await browser.send(event, { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.02 })
  }
}

/** The position of the last click in its series, as the page received it. */
const lastClick = (page: Page) =>
  page.evaluate(() => (window as unknown as { lastClick?: number }).lastClick)
const watchClicks = (page: Page) =>
  page.evaluate(() => {
    addEventListener('click', ({ detail }) => Object.assign(window, { lastClick: detail }), true)
  })

for (const way of ['mouse', 'touch'] as const)
  test(`the second click of a double click does not act on the dialog that the first one opened, by ${way}`, async () => {
    const isTouch = way === 'touch'
    const life = { license: max, orders: [], bills: null }
    const { page } = await screen({
      as,
      at: '/licenses',
      answers: { ...held, ...building().kept, getLicenseLife: life },
      ...(isTouch && onPhone),
    })
    const { heldRow, heldBox, selection, step, added, items } = orders(page)
    const press = isTouch ? await finger(page) : mouse(page)
    const doubleClick = async (opener: Locator, opened: Locator, second?: () => Promise<Point>) => {
      const first = await middle(opener)
      await press(first, 1)
      await opened.waitFor()
      // Two taps at different places are not a double tap.
      await press(second && !isTouch ? await second() : first, 2)
      await expect.poll(() => lastClick(page)).toBe(2)
    }
    await heldRow('max.orr').first().waitFor()
    await watchClicks(page)

    // On a row: its panel stays.
    const panel = page.locator('[data-side-panel]')
    await doubleClick(heldRow('max.orr').first(), panel)
    await panel.getByRole('region', { name: 'History' }).waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })

    // On the row that appears where the button was, in a layer that closes with the first click.
    await heldBox('max.orr').first().click()
    await selection.getByRole('button', { name: 'Cancel 1 license' }).click()
    await step.getByRole('button', { name: 'Add to Order' }).click()
    const row = heldRow('kim.voss')
    await doubleClick(added.getByRole('button', { name: 'Add More' }), row, async () => {
      await added.waitFor({ state: 'detached' })
      return middle(row)
    })
    expect(await panel.count()).toBe(0)

    await heldBox('kim.voss').click()
    await heldBox('lee.ahn').click()
    const opener = selection.getByRole('button', { name: 'Cancel 2 licenses' })
    const edit = step.getByRole('button', { name: 'Change selection' })
    // At the same place, and beside the dialog.
    await doubleClick(opener, step)
    await edit.click()
    await step.waitFor({ state: 'detached' })
    await doubleClick(opener, step, () => Promise.resolve({ x: 5, y: 5 }))
    // On the button under the pointer.
    const review = added.getByRole('button', { name: 'Review Order' })
    await doubleClick(step.getByRole('button', { name: 'Add to Order' }), added, () =>
      middle(review),
    )
    await added.getByText('2 items have been added to your order.').waitFor()
    await expect
      .poll(() => new URL(page.url()).pathname + new URL(page.url()).search)
      .toBe('/licenses')
    // A separate click acts, and so does the keyboard.
    await review.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => items.count()).toBe(3)
    await page.getByText('Kept for you only').waitFor()
  })
