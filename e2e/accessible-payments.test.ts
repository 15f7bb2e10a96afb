import { beforeAll, expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { autoPay, autoPayAddress } from './autopay-pages.ts'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { tooSmall, tooWide } from './fits.ts'
import { desktop, narrowest, phone } from './open-visit.ts'
import { enrolledScreens, paymentLayers } from './payment-screens.ts'
import { avocet } from './records/autopay-companies.ts'
import type { Screen } from './screens.ts'

beforeAll(() => addCard(avocet.payer, 'pm_card_visa'))

async function faultsOf({ name, as, at, open, shows }: Screen): Promise<string[]> {
  const found: string[] = []
  for (const viewport of [desktop, phone]) {
    const looks = { viewport, bypassCSP: true, reducedMotion: 'reduce' } as const
    const { page, problems } = await visit({ as, at, ...looks })
    problems.expect(/favicon\.ico/)
    await open?.(page)
    await shows(page).waitFor()
    found.push(...(await violations(page)).map((one) => `${name}, ${viewport.width} px, ${one}`))
    if (viewport !== phone) continue
    found.push(...(await tooSmall(page, 40)).map((one) => `${name}: ${one}`))
    await page.setViewportSize(narrowest)
    found.push(...(await tooWide(page)).map((one) => `${name}: ${one}`))
  }
  return found
}

for (const screen of paymentLayers)
  test(`${screen.name}: WCAG 2.2 AA on desktop and phone, light and dark, for a finger and at 320 px`, async () => {
    expect(await faultsOf(screen)).toEqual([])
  })

test('being told that one is enrolled, and what is there from then on, meet the same', async () => {
  const looks = { as: avocet.payer, at: autoPayAddress, bypassCSP: true } as const
  const { page, problems } = await visit({ ...looks, viewport: phone, reducedMotion: 'reduce' })
  problems.expect(/favicon\.ico/)
  const { enroll, terms, enrolled } = autoPay(page)
  await enroll.click()
  await terms.getByRole('checkbox').click()
  await terms.getByRole('button', { name: 'Enroll' }).click()
  await enrolled.getByText('AV-1').waitFor()
  expect(await violations(page)).toEqual([])
  for (const screen of enrolledScreens) expect(await faultsOf(screen)).toEqual([])
})
