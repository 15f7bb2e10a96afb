import { expect, test } from 'vitest'
import { follow } from '../../e2e/navigation.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { luis } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { oneEntry } from '../team/history-entries.ts'

const utc = '11/24/2026 12:00 UTC'
const timezoneId = 'America/New_York'

test('an instant is in the reader’s time zone, and in UTC on hover and for screen readers', async () => {
  const { page } = await screen({ as: luis, at: '/manage', timezoneId, answers: oneEntry })
  const time = page.getByRole('grid', { name: 'History' }).locator('time')
  await expect.poll(() => time.innerText()).toMatch(/^11\/24\/2026, 7:00:00\sAM$/)
  await time.hover()
  await page.locator('[data-open]').getByText(utc).waitFor()
  const description = await time.getAttribute('aria-describedby')
  await expect.poll(() => page.locator(`[id="${description}"]`).textContent()).toBe(utc)
  // Planned charges show their time in UTC and here.
  await follow(page, '/payments?tab=autopay')
  const text = /runs at 9:00\sPM UTC \(4:00\sPM here\)/
  await page.getByText(text).first().waitFor()
})

test('a tap on an instant shows it in UTC', async () => {
  const { page } = await screen({ as: luis, at: '/manage', ...onPhone, answers: oneEntry })
  const time = page.getByRole('grid', { name: 'History' }).locator('time')
  const hint = page.locator('[data-open]').getByText(utc)
  // A headless browser has a mouse even on a phone; the mouse must stay at the tapped place.
  await time.hover()
  await page.keyboard.press('Escape')
  await hint.waitFor({ state: 'detached' })
  await time.tap()
  await hint.waitFor()
})
