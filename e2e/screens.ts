import { askOnce, questions } from './ask-line.ts'
import { openActions, openFilters } from './folded.ts'
import type { Page } from 'playwright-core'
import { accreditationLayers, accreditationPages } from './accreditation-screens.ts'
import { attentionPages } from './attention-screens.ts'
import { cardLayers, cardPages } from './card-screens.ts'
import { equipmentLayers, equipmentPages } from './equipment-screens.ts'
import { invoiceList } from './invoice-list.ts'
import { invoiceViews, saveViews } from './invoice-views.ts'
import { avocet } from './records/questions-company.ts'
import { wren } from './records/send-company.ts'
import { sanderlings } from './records/forecast-companies.ts'
import { plover } from './records/spend-company.ts'
import { viktor } from './records/views-company.ts'
import { licenseLayers, licensePages } from './license-screens.ts'
import { grace, luis, maya, paula, yara } from './people.ts'
import { paymentPages } from './payment-screens.ts'
import type { Screen } from './screen.ts'
import { teamLayers, teamPages } from './team-screens.ts'

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first()
const text = (words: string) => (page: Page) => page.getByText(words).first()
const row = (number: string) => (page: Page) => invoiceList(page).row(number)
const firstRow = (page: Page) => invoiceList(page).rows.first()
const tasks = (page: Page) => page.getByRole('list', { name: 'Waiting for you' })
const dialog = (page: Page) => page.getByRole('dialog')

export const pages: Screen[] = [
  ...teamPages,
  ...attentionPages,
  ...paymentPages,
  ...cardPages,
  ...equipmentPages,
  ...licensePages,
  { name: 'landing', at: '/', shows: heading('LICENSING AND BILLING') },
  { name: 'home', as: luis, at: '/', shows: tasks },
  { name: 'home-payer', as: paula, at: '/', shows: tasks },
  { name: 'not-signed', at: '/notSigned', shows: heading('YOU ARE NOT SIGNED IN.') },
  { name: 'ture', at: '/ture', shows: heading('Licensing and Billing') },
  ...accreditationPages,
  { name: 'not-found', as: paula, at: '/companies', shows: heading('Not Found') },
  { name: 'invoices', as: paula, at: '/invoices', shows: firstRow },
  {
    name: 'invoices-filtered',
    as: paula,
    at: '/invoices?q=MTS-S0&status=open&sort=due',
    shows: row('MTS-S012'),
  },
  {
    name: 'invoices-none',
    as: paula,
    at: '/invoices?q=nothing-is-called-this',
    shows: text('No Invoices Found'),
  },
  {
    name: 'invoice',
    as: paula,
    at: '/invoices/detail/MTS-USAGE-612',
    shows: (page) => page.getByRole('grid', { name: 'Line items' }).locator('[data-index]').first(),
  },
  {
    name: 'invoice-changes',
    as: luis,
    at: '/invoices/detail/MTS-10412-1700',
    shows: (page) => page.getByRole('button', { name: /^1 user added/ }),
  },
  {
    name: 'invoice-to-check',
    as: luis,
    at: '/invoices/detail/MTS-10412-1600?lines=check',
    shows: (page) => page.getByText('Charged twice'),
  },
  {
    name: 'invoice-long-name',
    as: paula,
    at: '/invoices/detail/MTS-S044',
    shows: heading('Invoice MTS-S044'),
  },
  { name: 'invoice-lines', as: yara, at: '/invoices/detail/Y-LINES', shows: text('Network N-CME') },
  {
    name: 'invoice-bank-transfer',
    as: paula,
    at: '/invoices/detail/MTS-S034',
    shows: (page) => page.getByRole('heading', { name: 'Pay by bank transfer' }),
  },
  {
    name: 'spend',
    as: plover.user,
    at: '/invoices/spend',
    shows: (page) => page.getByRole('table', { name: /^Spend by product/ }),
  },
  {
    name: 'spend-spread',
    as: plover.user,
    at: '/invoices/spend?by=type&spread=yes',
    shows: (page) => page.getByRole('table', { name: /^Spend by type/ }),
  },
  {
    name: 'spend-forecast',
    as: sanderlings.desktop.orderer,
    at: '/invoices/spend',
    shows: (page) => page.getByRole('region', { name: /^Forecast/ }),
  },
  { name: 'spend-none', as: maya, at: '/invoices/spend', shows: text('No spend to show.') },
  { name: 'balance', as: paula, at: '/payments/balance', shows: text('Remaining balance Due') },
  { name: 'companies', as: maya, at: '/companies', shows: text('Aldgate Capital LLP') },
]

export const layers: Screen[] = [
  ...teamLayers,
  ...accreditationLayers,
  ...cardLayers,
  ...equipmentLayers,
  ...licenseLayers,
  {
    name: 'bank-transfer-details',
    as: paula,
    at: '/invoices/detail/MTS-S034',
    shows: (page) => page.getByRole('img', { name: /^QR code/ }),
    // Beside the lines of the invoice they are open at once.
    open: async (page) => {
      const panel = page.locator('details:has(h2)')
      await panel.waitFor()
      if ((await panel.getAttribute('open')) === null) await panel.locator('summary').click()
    },
  },
  {
    name: 'theme-menu',
    at: '/',
    shows: (page) => page.getByRole('menu'),
    open: (page) => page.getByRole('button', { name: 'Theme' }).click(),
  },
  {
    name: 'user-menu',
    as: paula,
    at: '/invoices',
    shows: (page) => page.getByRole('menu'),
    open: (page) => page.getByRole('banner').getByRole('button', { name: 'Paula Reyes' }).click(),
  },
  {
    name: 'palette',
    as: paula,
    at: '/invoices',
    shows: (page) => page.getByRole('option', { name: /MTS-S0/ }).first(),
    open: async (page) => {
      await firstRow(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Go to/ }).fill('MTS-S0')
    },
  },
  {
    name: 'shortcuts',
    as: paula,
    at: '/invoices',
    shows: dialog,
    open: async (page) => {
      await firstRow(page).waitFor()
      await page.keyboard.press('?')
    },
  },
  {
    name: 'status-choices',
    as: paula,
    at: '/invoices',
    shows: (page) =>
      page
        .getByRole('option', { name: 'Credit' })
        .or(page.getByRole('button', { name: 'Credit', exact: true })),
    open: async (page) => {
      await firstRow(page).waitFor()
      await openFilters(page)
      const select = page.getByRole('combobox', { name: 'Status' })
      if (await select.isVisible()) await select.click()
    },
  },
  {
    name: 'views-menu',
    as: viktor.user,
    at: '/invoices?status=open&currency=USD&sort=due',
    shows: (page) =>
      page
        .getByRole('menuitem', { name: /^Save view/ })
        .or(page.getByRole('button', { name: /^Save view/ })),
    open: async (page) => {
      await firstRow(page).waitFor()
      await saveViews(page)
      await invoiceViews(page).open()
    },
  },
  {
    name: 'save-view',
    as: viktor.user,
    at: '/invoices?status=open&min=123',
    shows: (page) => page.getByRole('dialog', { name: 'Save view' }),
    open: async (page) => {
      await firstRow(page).waitFor()
      await invoiceViews(page).choose(/^Save view/)
    },
  },
  {
    name: 'manage-views',
    as: viktor.user,
    at: '/invoices?status=open',
    shows: (page) => page.getByRole('dialog', { name: 'Manage views' }),
    open: async (page) => {
      await firstRow(page).waitFor()
      await saveViews(page)
      await invoiceViews(page).choose(/^Manage views/)
    },
  },
  {
    name: 'send-invoice',
    as: wren.user,
    at: '/invoices/detail/WR-1',
    shows: (page) => dialog(page).getByRole('checkbox').first(),
    open: async (page) => {
      await openActions(page)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
    },
  },
  {
    name: 'ask-line',
    as: avocet.user,
    at: '/invoices/detail/AV-SHOWN',
    shows: (page) => questions(page).message,
    open: (page) => questions(page).button('Ask about line 1: TT Gateway').click(),
  },
  {
    name: 'questions',
    as: avocet.user,
    at: '/invoices/detail/AV-SHOWN',
    shows: (page) => questions(page).panel.getByText('Waiting for an answer').first(),
    open: async (page) => {
      await askOnce(page, 'line 3: TT Pro', 'Why two? We have one user of this product.')
      await questions(page).bar.getByRole('button', { name: 'Show questions' }).click()
    },
  },
  {
    name: 'download-menu',
    as: paula,
    at: '/invoices?q=MTS-S030',
    shows: (page) => page.getByRole('menu'),
    open: (page) => page.getByRole('button', { name: 'Downloads of MTS-S030' }).click(),
  },
  {
    name: 'invoices-amount',
    as: paula,
    at: '/invoices?due=30&currency=USD&min=500',
    shows: (page) => page.getByRole('textbox', { name: 'Amount from' }),
    open: async (page) => {
      await firstRow(page).waitFor()
      await openFilters(page)
      const chip = page
        .getByRole('region', { name: 'Filters' })
        .getByRole('button', { name: /^Amount/ })
      if (await chip.isVisible()) await chip.click()
    },
  },
  {
    name: 'invoices-selected',
    as: paula,
    at: '/invoices',
    shows: (page) => invoiceList(page).selection.getByText('2 selected'),
    open: async (page) => {
      await firstRow(page).waitFor()
      if (await page.getByRole('button', { name: 'More actions' }).isVisible()) {
        await openActions(page)
        await page.getByRole('button', { name: 'Select', exact: true }).click()
      }
      const boxes = invoiceList(page).rows.getByRole('checkbox')
      await boxes.nth(1).click()
      await boxes.nth(2).click()
    },
  },
  {
    name: 'disabled-reason',
    as: paula,
    at: '/invoices/detail/MTS-S033',
    shows: (page) => page.getByText('Not Available').filter({ visible: true }),
    open: async (page) => {
      await openActions(page)
      const pay = page.getByRole('button', { name: 'Pay By Credit Card' })
      await pay.focus()
      // A tap shows it too; Playwright does not tap a disabled button unless forced.
      await pay.click({ force: true })
    },
  },
  {
    name: 'exported',
    as: paula,
    at: '/invoices?q=MTS-S030',
    shows: text('CSV exported'),
    open: async (page) => {
      await openActions(page)
      await page.getByRole('button', { name: 'CSV' }).click()
    },
  },
  { name: 'statement', as: paula, at: '/invoices?statement=open', shows: dialog },
  {
    name: 'statement-wrong',
    as: paula,
    at: '/invoices?statement=open',
    shows: text('Date input not valid.'),
    open: async (page) => {
      await page.getByRole('textbox', { name: 'End Date' }).fill('2/30/2026')
      await page.getByRole('button', { name: 'Fetch Statement' }).click()
    },
  },
  {
    name: 'statement-missing',
    as: paula,
    at: '/invoices?statement=open',
    shows: text('Please provide all required fields.'),
    open: async (page) => {
      await page.getByRole('textbox', { name: 'End Date' }).fill('')
      await page.getByRole('button', { name: 'Fetch Statement' }).click()
    },
  },
  {
    name: 'calendar',
    as: paula,
    at: '/invoices?statement=open',
    shows: (page) => page.getByRole('grid').last(),
    open: (page) => page.getByRole('button', { name: 'Choose start date' }).click(),
  },
  {
    name: 'pay',
    as: paula,
    at: '/invoices/detail/MTS-S018?pay=open',
    shows: (page) => page.getByRole('button', { name: /^Pay \$/ }),
  },
  {
    name: 'pay-refused',
    as: paula,
    at: '/invoices/detail/MTS-S021?pay=open',
    shows: text('Invoice exceeds the allowed limit for credit card payments.'),
  },
  {
    name: 'pay-bank-transfer',
    as: paula,
    at: '/invoices/detail/MTS-S018?pay=open',
    open: (page) => dialog(page).getByText('Pay by bank transfer instead').click(),
    shows: (page) => dialog(page).getByRole('button', { name: 'Copy Reference' }),
  },
  {
    name: 'pay-all',
    as: paula,
    at: '/invoices?payAll=open',
    shows: (page) => page.getByRole('button', { name: /^Pay \$/ }),
  },
  { name: 'no-card', as: grace, at: '/invoices?payAll=open', shows: text('No Valid Card') },
  {
    name: 'invoice-not-charged',
    as: maya,
    at: '/companies',
    shows: (page) => page.getByText('TT Pro, yamada.h'),
    open: async (page) => {
      await page.getByRole('row', { name: 'Aldgate Capital LLP' }).click()
      await page.getByRole('link', { name: 'INVOICES' }).click()
      await page.getByRole('heading', { name: 'Invoices' }).waitFor()
      await page.goto('/invoices/detail/MTS-10412-1700')
      await page.getByText('Only super admins see this.').click()
    },
  },
  {
    name: 'acting',
    as: maya,
    at: '/companies',
    shows: firstRow,
    open: async (page) => {
      await page.getByRole('row', { name: 'Aldgate Capital LLP' }).click()
      await page.getByRole('link', { name: 'INVOICES' }).click()
    },
  },
]
