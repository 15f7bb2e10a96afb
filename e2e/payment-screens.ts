import type { Page } from 'playwright-core'
import { autoPay, autoPayAddress } from './autopay-pages.ts'
import { sanderling } from './given-payments.ts'
import { paula } from './people.ts'
import { avocet, dunlin } from './records/autopay-companies.ts'
import { screenAt, type Screen } from './screen.ts'

const abe = avocet.payer
const dora = dunlin.payer
const dialog = (page: Page) => page.getByRole('dialog')

/** Tabs of the payments area: AutoPay, history, recipients. */
export const paymentPages: Screen[] = [
  screenAt('autopay', paula, autoPayAddress, (page) => autoPay(page).notCovered),
  screenAt('payment-history-none', paula, '/payments?tab=paymentHistory', (page) =>
    page.getByText(/^Total: \d/),
  ),
  screenAt('recipients', paula, '/payments?tab=recipients', (page) => page.getByText(/^Total: \d/)),
]

/** Their dialogs, of companies that no journey changes; the steps of AutoPay follow each other. */
export const paymentLayers: Screen[] = [
  screenAt(
    'autopay-gate',
    dora,
    autoPayAddress,
    (page) => autoPay(page).alert,
    (page) => autoPay(page).enroll.click(),
  ),
  screenAt(
    'autopay-terms',
    abe,
    autoPayAddress,
    (page) => autoPay(page).terms,
    (page) => autoPay(page).enroll.click(),
  ),
  screenAt(
    'autopay-wrong-settings',
    abe,
    autoPayAddress,
    (page) => page.getByText('Date input not valid.'),
    async (page) => {
      const { change, perCharge, pause } = autoPay(page)
      await change.click()
      await pause.fill('2/30/2027')
      await perCharge.fill('12,5')
    },
  ),
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
  screenAt('payment-history', sanderling.sue, '/payments?tab=paymentHistory', (page) =>
    page.getByText('Partly refunded'),
  ),
]

/** The screens of an enrolled company. */
export const enrolledScreens: Screen[] = [
  screenAt('autopay-enrolled', abe, autoPayAddress, (page) =>
    autoPay(page).upcoming.getByText('AV-1', { exact: true }),
  ),
  screenAt(
    'autopay-opt-out',
    abe,
    autoPayAddress,
    (page) => autoPay(page).optingOut.getByText('AV-1', { exact: true }),
    (page) => autoPay(page).optOut.click(),
  ),
]
