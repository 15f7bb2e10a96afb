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
import {
  byRole,
  byText as text,
  dialog,
  heading,
  press,
  screenAt,
  screensAt,
  type Screen,
} from './screen.ts'
import { teamLayers, teamPages } from './team-screens.ts'

const row = (number: string) => (page: Page) => invoiceList(page).row(number)
const firstRow = (page: Page) => invoiceList(page).rows.first()
const tasks = (page: Page) => page.getByRole('list', { name: 'Waiting for you' })
const invoices = screensAt(paula, '/invoices')
const statement = screensAt(paula, '/invoices?statement=open')
const paying = screensAt(paula, '/invoices/detail/MTS-S018?pay=open')
const asking = screensAt(avocet.user, '/invoices/detail/AV-SHOWN')
const companies = screensAt(maya, '/companies')
const actFor = async (page: Page) => {
  await page.getByRole('row', { name: 'Aldgate Capital LLP' }).click()
  await page.getByRole('link', { name: 'INVOICES' }).click()
}

export const pages: Screen[] = [
  ...teamPages,
  ...attentionPages,
  ...paymentPages,
  ...cardPages,
  ...equipmentPages,
  ...licensePages,
  screenAt('landing', undefined, '/', heading('LICENSING AND BILLING')),
  screenAt('home', luis, '/', tasks),
  screenAt('home-payer', paula, '/', tasks),
  screenAt('not-signed', undefined, '/notSigned', heading('YOU ARE NOT SIGNED IN.')),
  screenAt('ture', undefined, '/ture', heading('Licensing and Billing')),
  ...accreditationPages,
  screenAt('not-found', paula, '/companies', heading('Not Found')),
  invoices('invoices', firstRow),
  screenAt('invoices-filtered', paula, '/invoices?q=MTS-S0&status=open&sort=due', row('MTS-S012')),
  screenAt('invoices-none', paula, '/invoices?q=nothing-is-called-this', text('No Invoices Found')),
  screenAt('invoice', paula, '/invoices/detail/MTS-USAGE-612', (page) =>
    page.getByRole('grid', { name: 'Line items' }).locator('[data-index]').first(),
  ),
  screenAt(
    'invoice-changes',
    luis,
    '/invoices/detail/MTS-10412-1700',
    byRole('button', /^1 user added/),
  ),
  screenAt(
    'invoice-to-check',
    luis,
    '/invoices/detail/MTS-10412-1600?lines=check',
    text('Charged twice'),
  ),
  screenAt('invoice-long-name', paula, '/invoices/detail/MTS-S044', heading('Invoice MTS-S044')),
  screenAt('invoice-lines', yara, '/invoices/detail/Y-LINES', text('Network N-CME')),
  screenAt(
    'invoice-bank-transfer',
    paula,
    '/invoices/detail/MTS-S034',
    byRole('heading', 'Pay by bank transfer'),
  ),
  screenAt('statement-screen', paula, '/invoices/statement', byRole('table', /^Movements/)),
  screenAt('statement-none', maya, '/invoices/statement', text('Nothing changed in this period.')),
  screenAt('spend', plover.user, '/invoices/spend', byRole('table', /^Spend by product/)),
  screenAt(
    'spend-spread',
    plover.user,
    '/invoices/spend?by=type&spread=yes',
    byRole('table', /^Spend by type/),
  ),
  screenAt(
    'spend-forecast',
    sanderlings.desktop.orderer,
    '/invoices/spend',
    byRole('region', /^Forecast/),
  ),
  screenAt('spend-none', maya, '/invoices/spend', text('No spend to show.')),
  screenAt('balance', paula, '/payments/balance', text('Remaining balance Due')),
  companies('companies', text('Aldgate Capital LLP')),
]

export const layers: Screen[] = [
  ...teamLayers,
  ...accreditationLayers,
  ...cardLayers,
  ...equipmentLayers,
  ...licenseLayers,
  screenAt(
    'bank-transfer-details',
    paula,
    '/invoices/detail/MTS-S034',
    byRole('img', /^QR code/),
    async (page) => {
      // Beside the lines of the invoice the details are open from the start.
      const panel = page.locator('details:has(h2)')
      await panel.waitFor()
      if ((await panel.getAttribute('open')) === null) await panel.locator('summary').click()
    },
  ),
  screenAt('theme-menu', undefined, '/', byRole('menu'), press('Theme')),
  invoices('user-menu', byRole('menu'), (page) =>
    page.getByRole('banner').getByRole('button', { name: 'Paula Reyes' }).click(),
  ),
  invoices(
    'palette',
    (page) => page.getByRole('option', { name: /MTS-S0/ }).first(),
    async (page) => {
      await firstRow(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Go to/ }).fill('MTS-S0')
    },
  ),
  invoices('shortcuts', dialog, async (page) => {
    await firstRow(page).waitFor()
    await page.keyboard.press('?')
  }),
  invoices(
    'status-choices',
    (page) =>
      page
        .getByRole('option', { name: 'Credit' })
        .or(page.getByRole('button', { name: 'Credit', exact: true })),
    async (page) => {
      await firstRow(page).waitFor()
      await openFilters(page)
      const select = page.getByRole('combobox', { name: 'Status' })
      if (await select.isVisible()) await select.click()
    },
  ),
  screenAt(
    'views-menu',
    viktor.user,
    '/invoices?status=open&currency=USD&sort=due',
    (page) =>
      page
        .getByRole('menuitem', { name: /^Save view/ })
        .or(page.getByRole('button', { name: /^Save view/ })),
    async (page) => {
      await firstRow(page).waitFor()
      await saveViews(page)
      await invoiceViews(page).open()
    },
  ),
  screenAt(
    'save-view',
    viktor.user,
    '/invoices?status=open&min=123',
    byRole('dialog', 'Save view'),
    async (page) => {
      await firstRow(page).waitFor()
      await invoiceViews(page).choose(/^Save view/)
    },
  ),
  screenAt(
    'manage-views',
    viktor.user,
    '/invoices?status=open',
    byRole('dialog', 'Manage views'),
    async (page) => {
      await firstRow(page).waitFor()
      await saveViews(page)
      await invoiceViews(page).choose(/^Manage views/)
    },
  ),
  screenAt(
    'send-invoice',
    wren.user,
    '/invoices/detail/WR-1',
    (page) => dialog(page).getByRole('checkbox').first(),
    async (page) => {
      await openActions(page)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
    },
  ),
  asking(
    'ask-line',
    (page) => questions(page).message,
    (page) => questions(page).button('Ask about line 1: TT Gateway').click(),
  ),
  asking(
    'questions',
    (page) => questions(page).panel.getByText('Waiting for an answer').first(),
    async (page) => {
      await askOnce(page, 'line 3: TT Pro', 'Why two? We have one user of this product.')
      await questions(page).bar.getByRole('button', { name: 'Show questions' }).click()
    },
  ),
  screenAt(
    'download-menu',
    paula,
    '/invoices?q=MTS-S030',
    byRole('menu'),
    press('Downloads of MTS-S030'),
  ),
  screenAt(
    'invoices-amount',
    paula,
    '/invoices?due=30&currency=USD&min=500',
    byRole('textbox', 'Amount from'),
    async (page) => {
      await firstRow(page).waitFor()
      await openFilters(page)
      const chip = page
        .getByRole('region', { name: 'Filters' })
        .getByRole('button', { name: /^Amount/ })
      if (await chip.isVisible()) await chip.click()
    },
  ),
  invoices(
    'invoices-selected',
    (page) => invoiceList(page).selection.getByText('2 selected'),
    async (page) => {
      await firstRow(page).waitFor()
      if (await page.getByRole('button', { name: 'More actions' }).isVisible()) {
        await openActions(page)
        await page.getByRole('button', { name: 'Select', exact: true }).click()
      }
      const boxes = invoiceList(page).rows.getByRole('checkbox')
      await boxes.nth(1).click()
      await boxes.nth(2).click()
    },
  ),
  screenAt(
    'disabled-reason',
    paula,
    '/invoices/detail/MTS-S033',
    (page) => page.getByText('Not Available').filter({ visible: true }),
    async (page) => {
      await openActions(page)
      const pay = page.getByRole('button', { name: 'Pay By Credit Card' })
      await pay.focus()
      // A tap shows the reason too; Playwright taps a disabled button only if forced.
      await pay.click({ force: true })
    },
  ),
  screenAt('exported', paula, '/invoices?q=MTS-S030', text('File downloaded'), async (page) => {
    await openActions(page)
    await page.getByRole('button', { name: 'CSV' }).click()
  }),
  statement('statement', dialog),
  statement('statement-wrong', text('Date input not valid.'), async (page) => {
    await page.getByRole('textbox', { name: 'End Date' }).fill('2/30/2026')
    await page.getByRole('button', { name: 'Fetch Statement' }).click()
  }),
  statement('statement-missing', text('Please provide all required fields.'), async (page) => {
    await page.getByRole('textbox', { name: 'End Date' }).fill('')
    await page.getByRole('button', { name: 'Fetch Statement' }).click()
  }),
  statement('calendar', (page) => page.getByRole('grid').last(), press('Choose start date')),
  paying('pay', byRole('button', /^Pay \$/)),
  screenAt(
    'pay-refused',
    paula,
    '/invoices/detail/MTS-S021?pay=open',
    text('Invoice exceeds the allowed limit for credit card payments.'),
  ),
  paying(
    'pay-bank-transfer',
    (page) => dialog(page).getByRole('button', { name: 'Copy Reference' }),
    (page) => dialog(page).getByText('Pay by bank transfer instead').click(),
  ),
  screenAt('pay-all', paula, '/invoices?payAll=open', byRole('button', /^Pay \$/)),
  screenAt('no-card', grace, '/invoices?payAll=open', text('No Valid Card')),
  companies('invoice-not-charged', text('TT Pro, yamada.h'), async (page) => {
    await actFor(page)
    await page.getByRole('heading', { name: 'Invoices' }).waitFor()
    await page.goto('/invoices/detail/MTS-10412-1700')
    await page.getByText('Only super admins see this.').click()
  }),
  companies('acting', firstRow, actFor),
]
