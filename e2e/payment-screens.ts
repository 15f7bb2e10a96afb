import type { Page } from 'playwright-core'
import { autoPay, autoPayAddress } from './autopay-pages.ts'
import { sanderling } from './given-payments.ts'
import { paula } from './people.ts'
import { avocet, dunlin } from './records/autopay-companies.ts'
import type { Screen } from './screen.ts'

const abe = avocet.payer
const dora = dunlin.payer
const dialog = (page: Page) => page.getByRole('dialog')

/** Tabs of the payments area: AutoPay, history, recipients. */
export const paymentPages: Screen[] = [
  { name: 'autopay', as: paula, at: autoPayAddress, shows: (page) => autoPay(page).notCovered },
  {
    name: 'payment-history-none',
    as: paula,
    at: '/payments?tab=paymentHistory',
    shows: (page) => page.getByText(/^Total: \d/),
  },
  {
    name: 'recipients',
    as: paula,
    at: '/payments?tab=recipients',
    shows: (page) => page.getByText(/^Total: \d/),
  },
]

/** Their dialogs, of companies that no journey changes; the steps of AutoPay follow each other. */
export const paymentLayers: Screen[] = [
  {
    name: 'autopay-gate',
    as: dora,
    at: autoPayAddress,
    open: (page) => autoPay(page).enroll.click(),
    shows: (page) => autoPay(page).alert,
  },
  {
    name: 'autopay-terms',
    as: abe,
    at: autoPayAddress,
    open: (page) => autoPay(page).enroll.click(),
    shows: (page) => autoPay(page).terms,
  },
  {
    name: 'autopay-wrong-settings',
    as: abe,
    at: autoPayAddress,
    open: async (page) => {
      const { perCharge, pause, save } = autoPay(page)
      await perCharge.fill('12,5')
      await pause.fill('2/30/2027')
      await save.click()
    },
    shows: (page) => page.getByText('Date input not valid.'),
  },
  {
    name: 'recipients-wrong',
    as: dora,
    at: '/payments?tab=recipients',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add Recipients' }).click()
      await page.getByRole('textbox', { name: 'Email addresses' }).fill('bob@acme,cfo@acme')
      await page.keyboard.press('Enter')
    },
    shows: (page) => dialog(page).getByRole('alert'),
  },
]

/** The screen of a company with payments; see `givenPayments`. */
export const paidScreens: Screen[] = [
  {
    name: 'payment-history',
    as: sanderling.sue,
    at: '/payments?tab=paymentHistory',
    shows: (page) => page.getByText('Partly refunded'),
  },
]

/** The screens of an enrolled company. */
export const enrolledScreens: Screen[] = [
  {
    name: 'autopay-enrolled',
    as: abe,
    at: autoPayAddress,
    shows: (page) => autoPay(page).upcoming.getByText('AV-1', { exact: true }),
  },
  {
    name: 'autopay-opt-out',
    as: abe,
    at: autoPayAddress,
    open: (page) => autoPay(page).optOut.click(),
    shows: (page) => autoPay(page).optingOut.getByText('AV-1', { exact: true }),
  },
]
