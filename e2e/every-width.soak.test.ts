import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { tooSmall, tooWide, wideLists } from './fits.ts'
import { follow } from './navigation.ts'
import { narrowest, phone } from './open-visit.ts'
import { paula } from './people.ts'
import { pages } from './screens.ts'

for (const person of new Set(pages.map(({ as }) => as)))
  test(`no page ${person?.firstName ?? 'a visitor'} opens scrolls sideways at 320 px, or has controls too small for a finger`, async () => {
    const { page } = await visit({ as: person, viewport: narrowest, at: '/ture' })
    const wide: string[] = []
    const small: string[] = []
    for (const { name, at, shows } of pages.filter(({ as }) => as === person)) {
      await page.setViewportSize(narrowest)
      await follow(page, at)
      await shows(page).waitFor()
      wide.push(...(await tooWide(page)).map((one) => `${name}: ${one}`))
      await page.setViewportSize(phone)
      small.push(...(await tooSmall(page, 44)).map((one) => `${name}: ${one}`))
    }
    expect(wide).toEqual([])
    expect([...new Set(small)]).toEqual([])
  })

/** The faults that remain after the page had time to follow its new width. */
async function lasting(find: () => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + 2000
  let found = await find()
  while (found.length > 0 && Date.now() < end) found = await find()
  return found
}

const between = [360, 667, 700, 744, 768, 820, 821, 900, 1024, 1100, 1280]

for (const person of new Set(pages.map(({ as }) => as)))
  test(`no page ${person?.firstName ?? 'a visitor'} opens, and no list on it, scrolls sideways from 360 to 1280 px`, async () => {
    const { page } = await visit({ as: person, at: '/ture' })
    const wide: string[] = []
    for (const { name, at, shows } of pages.filter(({ as }) => as === person)) {
      await follow(page, at)
      await shows(page).waitFor()
      for (const width of between) {
        await page.setViewportSize({ width, height: 600 })
        const found = await lasting(async () => [
          ...(await tooWide(page)),
          ...(await wideLists(page)),
        ])
        wide.push(...found.map((one) => `${name} at ${width} px: ${one}`))
      }
    }
    expect(wide).toEqual([])
  })

test('on a desktop no control is smaller than 24 px', async () => {
  const { page } = await visit({ as: paula, at: '/ture' })
  const small: string[] = []
  for (const { name, at, shows } of pages.filter(({ as }) => as === paula)) {
    await follow(page, at)
    await shows(page).waitFor()
    small.push(...(await tooSmall(page, 24)).map((one) => `${name}: ${one}`))
  }
  expect([...new Set(small)]).toEqual([])
})

test('users who prefer reduced motion get no animation', async () => {
  const { page } = await visit({ as: paula, at: '/invoices', reducedMotion: 'reduce' })
  await page.getByRole('button', { name: /^PAY ALL BY/ }).click()
  await page.getByRole('dialog').waitFor()
  // The durations of animations in seconds, as in the style sheet.
  const longest = await page.evaluate(() => {
    const seconds = (times: string) => Math.max(...times.split(',').map(Number.parseFloat))
    const styles = [...document.querySelectorAll('*')].map((one) => getComputedStyle(one))
    return Math.max(
      ...styles.map(({ transitionDuration, animationDuration }) =>
        Math.max(seconds(transitionDuration), seconds(animationDuration)),
      ),
    )
  })
  expect(longest).toBeLessThan(0.001)
})
