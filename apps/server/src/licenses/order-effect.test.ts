import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type {
  LicenseOrderDetails,
  LineItem,
  MonthlyEffect,
} from '@portal/domain/licenses/licenses.schema'
import { cancelledItem } from '@portal/domain/licenses/line-items'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { givenCatalogue } from '../../test/catalogue.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { soon } from '../../test/soon.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

const portal = testPortal()
let count = 0

beforeAll(async () => {
  await givenCatalogue(portal.system)
})

type Given = Record<string, unknown>
interface Company {
  accountId: string
  lia: Browser
}

async function take(accountId: string, given: readonly Given[]) {
  const records = given.map((more, nth) => ({
    record: 'license',
    licenseId: `${accountId}-${nth}`,
    accountId,
    productId: '10010',
    networkId: 'ICE',
    userName: `user${nth}`,
    ...more,
  }))
  const report = await importRecords(portal.system, [recordSource('books', records)])
  expect(report.rejected).toBe(0)
}

async function companyWith(given: readonly Given[]): Promise<Company> {
  count += 1
  const accountId = `OE${count}`
  await portal.given.company(accountId)
  await portal.given.user(`lia${count}@e.example`, accountId, ['AccessLicenses'])
  await take(accountId, given)
  return { accountId, lia: await portal.signIn(`lia${count}@e.example`) }
}

const names = (nth: number) => ({
  networkId: 'ICE',
  networkName: 'ICE',
  userName: `user${nth}`,
  dateRequired: soon(5),
})
const chosen = ({ accountId }: Company, nth: number) => ({
  licenseId: `${accountId}-${nth}`,
  coveredCompany: '',
})
const cancel = (company: Company, nth: number, productId = '10010') =>
  cancelledItem(productId, names(nth), chosen(company, nth))

async function submit({ accountId, lia }: Company, lineItems: LineItem[]) {
  const payload = { user: { accountId }, data: { notes: '', lineItems }, isDraft: false }
  const answer = await lia.post('/api/license', { payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<LicenseOrderDetails>()
}
const effectNow = async ({ lia }: Company, id: number) =>
  (await lia.get(`/api/license/${id}`)).json<LicenseOrderDetails>().consent!.monthlyEffect
const textOf = async ({ accountId }: Company, table: 'mail' | 'history') => {
  const { rows } = await portal.system.query<{ text: string }>(
    table === 'mail'
      ? sql`select content::text as text from mail where account_id = ${accountId}`
      : sql`select description as text from history_entry where account_id = ${accountId}`,
  )
  return rows.map(({ text }) => text).join('\n')
}

test('a cancelled license saves the price of its record: in the details, the mail and the history, also when the record changes later', async () => {
  const company = await companyWith([{ monthlyPrice: '90.00', currencyIsoCode: 'EUR' }, {}])
  const effect: MonthlyEffect = {
    totals: [{ currencyIsoCode: 'EUR', amount: -90, basis: 'records' }],
    unpriced: 0,
  }
  const { id, consent } = await submit(company, [cancel(company, 0)])
  expect(consent!.monthlyEffect).toEqual(effect)
  for (const table of ['mail', 'history'] as const) {
    const text = await textOf(company, table)
    expect(text).toContain('\u2212€90.00 a month by our records')
    expect(text).not.toContain('list price')
    expect(text).not.toContain('1,575')
  }
  await take(company.accountId, [{ monthlyPrice: '120.00', currencyIsoCode: 'CHF' }])
  expect(await effectNow(company, id)).toEqual(effect)

  // Named by its network and user, it is found by the server only.
  const typed = await submit(company, [cancelledItem('10010', names(1))])
  expect(typed.consent!.monthlyEffect.totals).toEqual([
    { currencyIsoCode: 'USD', amount: -1575, basis: 'list' },
  ])
})

test('the effect of an order that was submitted before records counted is at list prices, as it was accepted', async () => {
  const company = await companyWith([{ monthlyPrice: '90.00', currencyIsoCode: 'EUR' }])
  const { id } = await submit(company, [cancel(company, 0)])
  const stored = { totals: [{ currencyIsoCode: 'USD', amount: -1575 }], unpriced: 0 }
  await portal.system.query(sql`
    update license_order_consent set monthly_effect = ${JSON.stringify(stored)}
     where account_id = ${company.accountId} and order_id = ${id}`)
  expect(await effectNow(company, id)).toEqual({
    totals: [{ currencyIsoCode: 'USD', amount: -1575, basis: 'list' }],
    unpriced: 0,
  })
})

test('of named licenses those in force are returned, with an announced price in its own currency', async () => {
  const company = await companyWith([
    {},
    { status: 'Ended' },
    { until: soon(-1) },
    { nextMonthlyPrice: '9500', nextPriceFrom: soon(30), currencyIsoCode: 'JPY' },
  ])
  const other = await companyWith([{}])
  const find = (who: Company, licenseIds: string[]) =>
    who.lia.post('/api/license/held', { payload: { licenseIds } })
  const mine = [3, 2, 1, 0].map((nth) => `${company.accountId}-${nth}`)
  const asked = [...mine, `${other.accountId}-0`, 'none']
  const found = (await find(company, asked)).json<HeldLicense[]>()
  expect(found).toMatchObject([
    {
      licenseId: mine[0],
      monthlyPrice: 1575,
      currencyIsoCode: 'USD',
      isListPrice: true,
      nextPrice: { monthlyPrice: 9500, currencyIsoCode: 'JPY' },
    },
    { licenseId: mine[3], nextPrice: null },
  ])
  expect((await find(other, mine)).json()).toEqual([])
  await take(company.accountId, [{ status: 'Ended' }])
  expect((await find(company, asked)).json<HeldLicense[]>()).toHaveLength(1)
  const tooMany = Array.from({ length: 3001 }, (_, nth) => `L${nth}`)
  expect((await find(company, tooMany)).statusCode).toBe(400)
})
