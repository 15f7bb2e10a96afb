import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { desktop, narrowest, phone } from './open-visit.ts'
import { paula, priya } from './people.ts'

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

/** The calendar of a field with a day in March 2026. */
async function openCalendar(viewport: typeof desktop) {
  const { page } = await visit({
    as: paula,
    at: '/invoices?statement=open',
    viewport,
    isMobile: viewport === phone,
  })
  const field = page.getByRole('textbox', { name: 'Start Date' })
  await field.fill('03/15/2026')
  await page.getByRole('button', { name: 'Choose start date' }).click()
  const calendar = page.getByRole('dialog', { name: 'Choose start date' })
  const day = (name: string) => calendar.getByRole('button', { name })
  await expect.poll(() => hasFocus(day('Sunday, March 15, 2026'))).toBe(true)
  const select = (name: string) => calendar.getByRole('combobox', { name })
  return { page, field, calendar, day, month: select('Month'), year: select('Year') }
}

const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)

test('a month of another year is chosen in the calendar by keyboard', async () => {
  const { page, field, calendar, day, month, year } = await openCalendar(desktop)
  // The first letters of the choice, as in any select.
  await month.focus()
  await page.keyboard.type('Jul')
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(year)).toBe(true)
  await page.keyboard.type('2019')
  await expect.poll(() => calendar.getByRole('grid').getAttribute('aria-label')).toBe('July 2019')
  await day('Thursday, July 4, 2019').press('Enter')
  await expect.poll(() => field.inputValue()).toBe('07/04/2019')
})

test('a month of another year is chosen in the calendar by touch', async () => {
  const { field, day, month, year } = await openCalendar(phone)
  for (const select of [month, year])
    expect((await select.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await year.selectOption('2019')
  await month.selectOption('Jul')
  await day('Thursday, July 4, 2019').tap()
  await expect.poll(() => field.inputValue()).toBe('07/04/2019')
})
