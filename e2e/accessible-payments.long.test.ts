import { beforeAll, expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { autoPay, autoPayAddress } from './autopay-pages.ts'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { expectSound } from './expect-sound.ts'
import { desktop, phone } from './open-visit.ts'
import { enrolledScreens, paymentLayers } from './payment-screens.ts'
import { avocet } from './records/autopay-companies.ts'

beforeAll(() => addCard(avocet.payer, 'pm_card_visa'))

test.each(paymentLayers)(
  '$name: WCAG 2.2 AA on desktop and phone, light and dark, for a finger and at 320 px',
  (layer) => expectSound(layer, [desktop, phone]),
)

test('the confirmation of an enrollment and the screens after it: WCAG 2.2 AA as above', async () => {
  const settings = { as: avocet.payer, at: autoPayAddress, bypassCSP: true } as const
  const { page } = await visit({ ...settings, viewport: phone, reducedMotion: 'reduce' })
  const { enroll, terms, enrolled } = autoPay(page)
  await enroll.click()
  await terms.getByRole('checkbox').click()
  await terms.getByRole('button', { name: 'Enroll' }).click()
  await enrolled.getByText('AV-1').waitFor()
  expect(await violations(page)).toEqual([])
  for (const screen of enrolledScreens) await expectSound(screen, [desktop, phone])
})
