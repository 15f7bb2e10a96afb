import { expect, test } from 'vitest'
import { actingBanner, chooseCompany } from '../../e2e/companies.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { isFocused } from '../../e2e/is-focused.ts'
import { follow } from '../../e2e/navigation.ts'
import { ana, maya } from '../../e2e/people.ts'
import { userMenu } from '../../e2e/sign-in.ts'
import { screen } from '../screen.ts'
import { oneEntry } from '../team/history-entries.ts'

const fairhaven = { accountId: '10458', name: 'Fairhaven Markets' }
const aldgate = { accountId: '10412', name: 'Aldgate Capital LLP' }

test('the picker lists every company by name, counts them, and finds one by its account id', async () => {
  // The list renders only visible rows.
  const viewport = { width: 1440, height: 6000 }
  const { page } = await screen({ as: maya, at: '/companies', viewport })
  const rows = page.getByRole('grid', { name: 'Companies' }).locator('[data-index]')
  const text = await page.getByText(/^Total: \d+$/).innerText()
  const total = Number(text.slice('Total: '.length))
  expect(total).toBeGreaterThan(8)
  await expect.poll(() => rows.count()).toBe(total)
  const names = await rows.locator('[data-opens]').allInnerTexts()
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
  const search = page.getByRole('searchbox', { name: 'Search companies' })
  await search.fill(fairhaven.accountId)
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining(fairhaven.name)])
  await page.reload()
  await expect.poll(() => rows.count()).toBe(1)
  await search.fill('no such company')
  await page.getByText('No Companies Data').waitFor()
})

test('while acting for a company every page names it and shows only its data; another tab acts for none', async () => {
  const { page, context } = await screen({ as: maya, at: '/invoices', answers: oneEntry })
  await chooseCompany(page, fairhaven.name)
  await page.waitForURL(/\/manage\?company=10458/)
  const stored = () => page.evaluate(() => sessionStorage.getItem('superMode'))
  expect(JSON.parse((await stored()) ?? '')).toEqual(fairhaven)
  const calls: string[] = []
  page.on('request', (request) => {
    const asked = new URL(request.url()).searchParams
    const company = asked.get('companyFilter') ?? asked.get('crmId')
    if (company) calls.push(company)
  })
  const paths =
    '/invoices /invoices/detail/MTS-10458-1700 /payments/balance /payments /licenses /license/review /erf /erf/detail/ERF-10458-100 /users /invites /manage /companies /ture /'
  for (const path of paths.split(' ')) {
    await follow(page, path)
    await actingBanner(page).getByText(`You are acting as ${fairhaven.name}`).waitFor()
  }
  const other = await context.newPage()
  await other.goto('/invoices')
  await other.getByText('No Invoices Found').waitFor()
  expect(await actingBanner(other).count()).toBe(0)
  expect(calls.length).toBeGreaterThan(3)
  expect(new Set(calls)).toEqual(new Set([fairhaven.accountId]))
})

test('the palette finds a company by its account id; Exit ends acting by mouse and by keyboard', async () => {
  const { page } = await screen({ as: maya, at: '/invoices', answers: oneEntry })
  await userMenu(page, maya).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Go to a page.*a company/ }).fill(fairhaven.accountId)
  await page.getByRole('option', { name: fairhaven.name }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/manage\?company=10458/)
  await actingBanner(page).getByText(`You are acting as ${fairhaven.name}`).waitFor()
  const exit = actingBanner(page).getByRole('button', { name: 'Exit' })
  await exit.click()
  await page.getByRole('heading', { name: 'Companies' }).waitFor()
  await actingBanner(page).waitFor({ state: 'detached' })

  // Again without a mouse: into the search, down to the row, Enter; later the banner's button.
  await page.keyboard.press('/')
  await page.keyboard.type('aldgate')
  const row = page.getByRole('row', { name: aldgate.name })
  await row.waitFor()
  await page.getByText('Total: 1').waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => isFocused(row)).toBe(true)
  await page.keyboard.press('Enter')
  await actingBanner(page).getByText(aldgate.name).waitFor()
  await exit.focus()
  await page.keyboard.press('Enter')
  await actingBanner(page).waitFor({ state: 'detached' })
  const stored = await page.evaluate(() => sessionStorage.getItem('superMode'))
  expect(JSON.parse(stored ?? '')).toMatchObject({ accountId: '10001' })
})

test('a selection forged by a user does not change the shown data', async () => {
  const { page, desk } = await screen({ as: ana, at: '/ture' })
  await page.evaluate(
    (selection) => sessionStorage.setItem('superMode', JSON.stringify(selection)),
    fairhaven,
  )
  await page.goto('/invoices')
  await invoiceList(page).rows.first().waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByText(aldgate.name).waitFor()
  expect(await actingBanner(page).count()).toBe(0)
  const companies = desk.asked('listInvoices').map((asked) => asked.query?.companyFilter)
  expect(new Set(companies)).toEqual(new Set([aldgate.accountId]))
})
