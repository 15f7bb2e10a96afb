import { expect, test } from 'vitest'
import { autoPay, autoPayAddress } from './autopay-pages.ts'
import { visit } from './browser.ts'
import { actingBanner, chooseCompany } from './companies.ts'
import { tooWide } from './fits.ts'
import { invoiceList } from './invoice-list.ts'
import { desktop, phone } from './open-visit.ts'
import { ana, maya } from './people.ts'
import { godwit } from './records/autopay-companies.ts'
import { signIn, userMenu } from './sign-in.ts'

const fairhaven = { accountId: '10458', name: 'Fairhaven Markets' }
const aldgate = { accountId: '10412', name: 'Aldgate Capital LLP' }

test('the picker lists every company by name, counts them, and finds one by its account id', async () => {
  // The list renders only visible rows.
  const viewport = { width: 1440, height: 6000 }
  const { page } = await visit({ as: maya, at: '/companies', viewport })
  const rows = page.getByRole('grid', { name: 'Companies' }).locator('[data-index]')
  const told = await page.getByText(/^Total: \d+$/).innerText()
  const total = Number(told.slice('Total: '.length))
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

test('the palette finds a company by its account id, and only for super admins', async () => {
  const { page } = await visit({ as: maya, at: '/invoices' })
  await userMenu(page, maya).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Go to a page.*a company/ }).fill(fairhaven.accountId)
  const found = page.getByRole('option', { name: fairhaven.name })
  await found.waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/manage')
  await actingBanner(page).getByText(`You are acting as ${fairhaven.name}`).waitFor()

  const { page: member } = await visit({ as: ana, at: '/invoices' })
  const asked: string[] = []
  member.on('request', (request) => asked.push(request.url()))
  await userMenu(member, ana).waitFor()
  await member.keyboard.press('Control+k')
  await member.getByRole('combobox', { name: /Go to a page/ }).fill(fairhaven.accountId)
  await member.getByText('Nothing matches.').waitFor()
  expect(asked.filter((url) => url.includes('/company/all'))).toEqual([])
})

test('while acting for a company every page says so, and shows that company only', async () => {
  const { page } = await visit({ as: maya })
  await chooseCompany(page, fairhaven.name)
  await page.waitForURL('**/manage')
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
    await page.goto(path)
    await actingBanner(page).getByText(`You are acting as ${fairhaven.name}`).waitFor()
  }
  expect(calls.length).toBeGreaterThan(3)
  expect(new Set(calls)).toEqual(new Set([fairhaven.accountId]))
})

test('the payments panels show the company’s data, and actions there are on its behalf', async () => {
  const { page } = await visit({ as: maya })
  await chooseCompany(page, godwit.name)
  await page.waitForURL('**/manage')
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!/^\/api\/(payment|invoice)/.test(pathname)) return
    const body = (request.postDataJSON() ?? {}) as { crmId?: string }
    asked.add(searchParams.get('companyFilter') ?? searchParams.get('crmId') ?? body.crmId ?? '')
  })
  const { notCovered, perCharge, save, toast } = autoPay(page)
  const external = page.getByRole('region', { name: 'External Recipients' })
  const users = page.getByRole('region', { name: 'User Recipients' })
  const history = page.getByRole('grid', { name: 'Payment history' }).locator('[data-index]')
  const panels = [
    { at: autoPayAddress, shows: notCovered.getByText('GW-1', { exact: true }) },
    { at: '/payments?tab=recipients', shows: users.getByText(godwit.payer.email) },
    { at: '/payments?tab=paymentHistory&view=activity', shows: history.first() },
  ]

  await page.goto(autoPayAddress)
  await perCharge.fill('150')
  await save.click()
  await toast('AutoPay settings saved').waitFor()
  await page.goto('/payments?tab=recipients')
  await external.getByRole('button', { name: 'Add Recipients' }).click()
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('books@godwit.example')
  await page.keyboard.press('Enter')
  await external.getByText('books@godwit.example').waitFor()

  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    for (const { at, shows } of panels) {
      await page.goto(at)
      await actingBanner(page).getByText(`You are acting as ${godwit.name}`).waitFor()
      await shows.waitFor()
      expect(await tooWide(page)).toEqual([])
    }
  }
  const told = await history.allInnerTexts()
  expect(told).toHaveLength(2)
  for (const entry of told) expect(entry).toMatch(/\(on behalf of the company\)\s+Maya Okafor/)
  expect([...asked]).toEqual([godwit.accountId])

  // The super admin's own company has none of it.
  await actingBanner(page).getByRole('button', { name: 'Exit' }).click()
  await actingBanner(page).waitFor({ state: 'detached' })
  await page.goto('/payments?tab=paymentHistory&view=activity')
  await page.getByText('No Payment History Data Available...').waitFor()
  await page.goto('/payments?tab=recipients')
  await external.getByText('No External Recipients Found').waitFor()
})

test('Exit ends acting by mouse and by keyboard', async () => {
  const { page } = await visit({ as: maya })
  await chooseCompany(page, fairhaven.name)
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
  await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await actingBanner(page).getByText(aldgate.name).waitFor()
  await exit.focus()
  await page.keyboard.press('Enter')
  await actingBanner(page).waitFor({ state: 'detached' })
  const stored = await page.evaluate(() => sessionStorage.getItem('superMode'))
  expect(JSON.parse(stored ?? '')).toMatchObject({ accountId: '10001' })
})

test('another tab of the same super admin acts for no company', async () => {
  const { page, context } = await visit({ as: maya })
  await chooseCompany(page, fairhaven.name)
  const other = await context.newPage()
  await other.goto('/invoices')
  await other.getByText('No Invoices Found').waitFor()
  expect(await actingBanner(other).count()).toBe(0)
})

test('a selection forged by a plain user changes nothing they see', async () => {
  const { page } = await visit({ as: ana, at: '/ture' })
  await page.evaluate(
    (selection) => sessionStorage.setItem('superMode', JSON.stringify(selection)),
    fairhaven,
  )
  const companies = new Set<string | null>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/api/invoice')) companies.add(searchParams.get('companyFilter'))
  })
  await page.goto('/invoices')
  await invoiceList(page).rows.first().waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByText(aldgate.name).waitFor()
  expect(await actingBanner(page).count()).toBe(0)
  expect([...companies]).toEqual([aldgate.accountId])
})

test('signing out while acting leaves no trace of it for the next person', async () => {
  // A separate session: the others' must still exist after this test.
  const { page } = await visit({ at: '/companies' })
  await signIn(page, maya)
  await page.getByRole('row', { name: fairhaven.name }).click()
  await actingBanner(page).waitFor()
  await userMenu(page, maya).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'SIGN IN' }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('superMode'))).toBeNull()
  await page.goto('/invoices')
  await signIn(page, ana)
  await page.getByRole('navigation', { name: 'Main' }).getByText(aldgate.name).waitFor()
  expect(await actingBanner(page).count()).toBe(0)
})
