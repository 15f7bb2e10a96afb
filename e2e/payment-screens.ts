import type { Page } from 'playwright-core'
import { autoPay, autoPayAddress } from './autopay-pages.ts'
import { sanderling } from './given-payments.ts'
import { paula } from './people.ts'
import { avocet, dunlin } from './records/autopay-companies.ts'
import { byText, dialog, screenAt, screensAt, type Screen } from './screen.ts'

const dora = dunlin.payer
const abes = screensAt(avocet.payer, autoPayAddress)
const total = byText(/^Total: \d/)
const enroll = (page: Page) => autoPay(page).enroll.click()

/** Tabs of the payments area: AutoPay, history, recipients. */
export const paymentPages: Screen[] = [
  screenAt('autopay', paula, autoPayAddress, (page) => autoPay(page).notCovered),
  screenAt('payment-history-none', paula, '/payments?tab=paymentHistory', total),
  screenAt('recipients', paula, '/payments?tab=recipients', total),
]

/** The dialogs of these tabs, of companies that no journey changes; the steps of AutoPay are in order. */
export const paymentLayers: Screen[] = [
  screenAt('autopay-gate', dora, autoPayAddress, (page) => autoPay(page).alert, enroll),
  abes('autopay-terms', (page) => autoPay(page).terms, enroll),
  abes('autopay-wrong-settings', byText('Date input not valid.'), async (page) => {
    const { change, perCharge, pause } = autoPay(page)
    await change.click()
    await pause.fill('2/30/2027')
    await perCharge.fill('12,5')
  }),
  screenAt(
    'recipients-wrong',
    dora,
    '/payments?tab=recipients',
    (page) => dialog(page).getByRole('alert'),
    async (page) => {
      await page.getByRole('button', { name: 'Add Recipients' }).click()
      await page.getByRole('textbox', { name: 'Email addresses' }).fill('bob@acme,cfo@acme')
      await page.keyboard.press('Enter')
    },
  ),
]

/** The screen of a company with payments; see `givenPayments`. */
export const paidScreens: Screen[] = [
  screenAt(
    'payment-history',
    sanderling.sue,
    '/payments?tab=paymentHistory',
    byText('Partly refunded'),
  ),
]

export const enrolledScreens: Screen[] = [
  abes('autopay-enrolled', (page) => autoPay(page).upcoming.getByText('AV-1', { exact: true })),
  abes(
    'autopay-opt-out',
    (page) => autoPay(page).optingOut.getByText('AV-1', { exact: true }),
    (page) => autoPay(page).optOut.click(),
  ),
]
