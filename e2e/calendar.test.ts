import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { narrowest, phone } from './open-visit.ts'
import { priya } from './people.ts'

test.each([
  ['a phone', phone],
  ['the narrowest screen', narrowest],
])(
  'on %s the calendar fits, keeps its size when it has loaded, and can be closed',
  async (_, viewport) => {
    const { page, context } = await visit({
      as: priya,
      at: '/manage',
      viewport,
      isMobile: true,
    })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await context.route(/\/assets\/Calendar/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: /Filters/ }).click()
    await page.getByRole('button', { name: 'Choose the last day' }).click()
    const calendar = page.getByRole('dialog', { name: 'Choose the last day' })
    const size = async () => {
      const { width = 0, height = 0 } = (await calendar.boundingBox()) ?? {}
      return { width: Math.round(width), height: Math.round(height) }
    }
    await calendar.getByRole('status').waitFor({ state: 'attached' })
    const reserved = await size()
    release()
    await calendar.getByRole('grid').waitFor()
    expect(await size()).toEqual(reserved)
    const box = (await calendar.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(viewport.width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    const close = calendar.getByRole('button', { name: 'Close' })
    const { y, height } = (await close.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(viewport.height)
    await close.tap()
    await calendar.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Choose the last day' }).waitFor()
  },
)
