import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { phone } from './open-visit.ts'
import { luis } from './people.ts'

const local = /^\d\d\/\d\d\/\d{4}, \d+:\d\d:\d\d\s[AP]M$/
const utc = /^\d\d\/\d\d\/\d{4} \d\d:\d\d UTC$/

test('an instant is in the reader’s time zone, and in UTC on hover and for screen readers', async () => {
  const { page } = await visit({ as: luis, at: '/manage', timezoneId: 'America/New_York' })
  const time = page.getByRole('grid', { name: 'History' }).locator('time').first()
  await time.waitFor()
  const shown = await time.innerText()
  expect(shown).toMatch(local)
  const at = (await time.getAttribute('datetime'))!
  const there = new Date(at).toLocaleTimeString('en-US', { timeZone: 'America/New_York' })
  expect(shown.replaceAll(/\s/g, ' ')).toContain(there.replaceAll(/\s/g, ' '))
  await time.hover()
  const hint = page.locator('[data-open]').getByText(utc)
  await hint.waitFor()
  await expect.poll(() => hint.innerText()).toContain(at.slice(11, 16))
  const description = await time.getAttribute('aria-describedby')
  await expect.poll(() => page.locator(`[id="${description}"]`).textContent()).toMatch(utc)
})

test('a tap on an instant shows it in UTC', async () => {
  const { page } = await visit({ as: luis, at: '/manage', viewport: phone, isMobile: true })
  const time = page.getByRole('grid', { name: 'History' }).locator('time').first()
  const hint = page.locator('[data-open]').getByText(utc)
  // A browser without windows has a mouse even on a phone, which must not leave the place when it is tapped.
  await time.hover()
  await page.keyboard.press('Escape')
  await hint.waitFor({ state: 'detached' })
  await time.tap()
  await hint.waitFor()
})

test('the planned charges say when they run in UTC and here', async () => {
  const { page } = await visit({
    as: luis,
    at: '/payments?tab=autopay',
    timezoneId: 'America/New_York',
  })
  const text = /runs at 9:00\sPM UTC \([45]:00\sPM here\)/
  await page.getByText(text).first().waitFor()
})
