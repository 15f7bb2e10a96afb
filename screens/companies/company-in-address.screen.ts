import { expect, test } from 'vitest'
import { actingBanner, chooseCompany } from '../../e2e/companies.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { maya, paula } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { oneEntry } from '../team/history-entries.ts'

const fairhaven = { accountId: '10458', name: 'Fairhaven Markets' }
const at = `/invoices?q=MTS&company=${fairhaven.accountId}`
const question = `This belongs to ${fairhaven.name}. Work for ${fairhaven.name}?`

test('while a super admin acts for a company, every address names it; another tab asks once, Back to another company asks again', async () => {
  const { page, context } = await screen({ as: maya, at: '/erf', answers: oneEntry })
  const named = () => new URL(page.url()).searchParams.get('company')
  const asks = page.getByRole('heading', { name: question })
  await chooseCompany(page, fairhaven.name)
  await page.waitForURL(/manage/)
  expect(named()).toBe(fairhaven.accountId)
  const link = page.getByRole('link', { name: 'INVOICES' })
  expect(await link.getAttribute('href')).toBe(`/invoices?company=${fairhaven.accountId}`)
  await link.click()
  await invoiceList(page).search.fill('MTS')
  await page.waitForURL(`**${at}`)
  await page.reload()
  await invoiceList(page).rows.first().waitFor()

  const other = await context.newPage()
  await other.goto(at)
  await other.getByRole('heading', { name: question }).waitFor()
  await other.reload()
  await other.getByRole('button', { name: `Work for ${fairhaven.name}` }).click()
  await invoiceList(other).rows.first().waitFor()
  expect(await invoiceList(other).search.inputValue()).toBe('MTS')
  await actingBanner(other).getByText(fairhaven.name).waitFor()
  await other.close()

  await actingBanner(page).getByRole('button', { name: 'Exit' }).click()
  await actingBanner(page).waitFor({ state: 'detached' })
  expect(named()).toBeNull()
  await page.goBack()
  await asks.waitFor()
  await page.getByRole('button', { name: 'Stay with Meridian Trading Systems' }).click()
  await asks.waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).toMatch(/:\d+\/$/)
  await page.goto('/invoices?company=99999')
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
})

test('the company of an address has no meaning for a user of a company', async () => {
  const { page, desk } = await screen({ as: paula, at })
  await invoiceList(page).rows.first().waitFor()
  await expect.poll(() => page.url()).toMatch(/\/invoices\?q=MTS$/)
  const asked = desk.asked('listInvoices').map(({ query }) => query)
  expect(new Set(asked.map((query) => query?.companyFilter))).toEqual(new Set(['10412']))
})

test('the sign-in returns to the address with its company', async () => {
  const { page, problems, desk } = await screen({ at, answers: { signIn: refusal(500, '') } })
  problems.expect(/status of 500/)
  await page.getByText('Sign-in could not be started.').waitFor()
  expect(desk.asked('signIn')[0]?.body).toEqual({ returnUrl: at })
})
