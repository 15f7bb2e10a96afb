import { expect, test } from 'vitest'
import { autoPay, autoPayAddress } from './autopay-pages.ts'
import { visit } from './browser.ts'
import { actingBanner, chooseCompany } from './companies.ts'
import { maya } from './people.ts'
import { godwit } from './records/autopay-companies.ts'

test('the payments panels show the company’s data, and actions there are on its behalf', async () => {
  const { page } = await visit({ as: maya })
  await chooseCompany(page, godwit.name)
  await page.waitForURL(/\/manage\?company=/)
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!/^\/api\/(payment|invoice)/.test(pathname)) return
    const body = (request.postDataJSON() ?? {}) as { crmId?: string }
    asked.add(searchParams.get('companyFilter') ?? searchParams.get('crmId') ?? body.crmId ?? '')
  })
  const { notCovered, change, perCharge, save, toast } = autoPay(page)
  const external = page.getByRole('region', { name: 'External Recipients' })
  const users = page.getByRole('region', { name: 'User Recipients' })
  const history = page.getByRole('grid', { name: 'Payment history' }).locator('[data-index]')
  const panels = [
    { at: autoPayAddress, shows: notCovered.getByText('GW-1', { exact: true }) },
    { at: '/payments?tab=recipients', shows: users.getByText(godwit.payer.email) },
    { at: '/payments?tab=paymentHistory&view=activity', shows: history.first() },
  ]

  await page.goto(autoPayAddress)
  await change.click()
  await perCharge.fill('150')
  await save.click()
  await toast('AutoPay settings saved').waitFor()
  await page.goto('/payments?tab=recipients')
  await external.getByRole('button', { name: 'Add Recipients' }).click()
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('books@godwit.example')
  await page.keyboard.press('Enter')
  await external.getByText('books@godwit.example').waitFor()

  for (const { at, shows } of panels) {
    await page.goto(at)
    await actingBanner(page).getByText(`You are acting as ${godwit.name}`).waitFor()
    await shows.waitFor()
  }
  const entries = await history.allInnerTexts()
  expect(entries).toHaveLength(2)
  for (const entry of entries) expect(entry).toMatch(/\(on behalf of the company\)\s+Maya Okafor/)
  expect([...asked]).toEqual([godwit.accountId])

  // The super admin's own company has none of these data.
  await actingBanner(page).getByRole('button', { name: 'Exit' }).click()
  await actingBanner(page).waitFor({ state: 'detached' })
  await page.goto('/payments?tab=paymentHistory&view=activity')
  await page.getByText('No Payment History Data Available...').waitFor()
  await page.goto('/payments?tab=recipients')
  await external.getByText('No External Recipients Found').waitFor()
})
