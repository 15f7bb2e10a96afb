import type { InvoiceAuthorization } from '@portal/domain/authorization/authorization.schema'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { givenCatalogue } from '../../test/licenses/catalogue.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { invoiceRecord, takeRecords } from '../../test/import/import-fixture.ts'

// The view of super admins: licenses that ran in a month and that no invoice charges.

const portal = testPortal()
let ana: Browser
let maya: Browser
let accountId = ''
let count = 0
beforeAll(async () => {
  await givenCatalogue(portal.system)
})
beforeEach(async () => {
  accountId = `NC${(count += 1)}`
  await portal.given.company(accountId)
  const rights = ['AccessInvoices', 'AccessLicenses', 'AccessErfs'] as const
  ana = await portal.person(`ana@${accountId}.example`, accountId, [...rights], ['Licenses'])
  maya = await portal.person(`maya@${accountId}.example`, accountId, [], [], 'SuperAdmin')
})

const take = (...records: object[]) => takeRecords(portal.system, accountId, records)
const license = (name: string, rest: object = {}) => ({
  record: 'license',
  licenseId: `${accountId}-${name}`,
  productId: '10010',
  userName: name,
  since: '2025-06-01',
  monthlyPrice: '100.00',
  ...rest,
})
const line = (name: string | null, rest: object = {}) => ({
  productName: 'TT Pro',
  productId: '10010',
  ...(name && { licenseId: `${accountId}-${name}` }),
  quantity: 1,
  salesPrice: '100.00',
  total: '100.00',
  ...rest,
})
const bill = (serviceMonth: string, lineItems: object[]) =>
  invoiceRecord({
    accountId,
    invoiceNumber: `${accountId}-${serviceMonth}`,
    date: `${serviceMonth}-05`,
    serviceMonth,
    invoiceCategory: 'Licenses',
    amount: lineItems.length * 100,
    balanceDue: '0.00',
    lineItems,
  })
const read = async (browser: Browser, month: string) =>
  (
    await browser.get(`/api/invoice/details/${accountId}-${month}/authorization`)
  ).json<InvoiceAuthorization>()
const missing = async (month: string) =>
  (await read(maya, month)).notCharged?.map(({ licenseId }) => licenseId)

test('a license is charged by a line that names it, whatever the line calls its product', async () => {
  await take(
    license('ann'),
    license('ben'),
    bill('2026-01', [line('ann'), line('ben', { productName: 'Pro seat', productId: undefined })]),
  )
  expect((await read(maya, '2026-01')).lines[1]).toMatchObject({ state: 'matched' })
  expect(await missing('2026-01')).toEqual([])
})

test('a license counts as charged by an earlier bill for a quarter or a later one for the month; a credit is not a charge', async () => {
  const quarter = {
    servicePeriodStart: '2026-01-01',
    servicePeriodEnd: '2026-03-31',
    quantity: 3,
    total: '300.00',
  }
  const february = { servicePeriodStart: '2026-02-01', servicePeriodEnd: '2026-02-28' }
  await take(
    license('ann'),
    license('early'),
    license('late'),
    license('none', { monthlyPrice: '0.00' }),
    license('free'),
    license('credited'),
    bill('2026-01', [line('ann'), line('early', quarter)]),
    bill('2026-02', [
      line('ann'),
      line('free', { salesPrice: '0.00', total: '0.00' }),
      line('credited', { total: '-50.00' }),
    ]),
    bill('2026-03', [
      line('ann'),
      line('late', february),
      line('credited', { ...february, total: '-100.00' }),
    ]),
  )
  expect(await missing('2026-02')).toEqual([`${accountId}-credited`])
})

test('super admins read the same state of each line as others: an unknown id with a name', async () => {
  await take(
    license('ann'),
    license('ben'),
    bill('2026-01', [line('ann'), line('gone', { userName: 'ben' })]),
  )
  const { lines } = await read(ana, '2026-01')
  expect((await read(maya, '2026-01')).lines).toEqual(lines)
})

test('days of another bill count for the month in which they begin, and for the whole months that they contain', async () => {
  const days = { servicePeriodStart: '2026-01-15', servicePeriodEnd: '2026-02-14' }
  await take(
    license('ann'),
    license('ben'),
    bill('2026-01', [line('ann')]),
    bill('2026-02', [line('ann')]),
    bill('2026-03', [line('ann'), line('ben', days), line('ben')]),
  )
  expect(await missing('2026-01')).toEqual([])
  expect(await missing('2026-02')).toEqual([`${accountId}-ben`])
  expect(await missing('2026-03')).toEqual([])
})

/** Returns the body of a response as it was sent. */
const body = async (browser: Browser, company: string, number: string) => {
  const url = `/api/invoice/details/${number}/authorization?companyFilter=${company}`
  const { statusCode, body } = await browser.get(url)
  return { statusCode, body }
}

test('only a super admin receives the uncharged licenses, for any company', async () => {
  await take(license('ann'), license('ben'), bill('2026-01', [line('ann')]))
  expect(await missing('2026-01')).toEqual([`${accountId}-ben`])
  const number = `${accountId}-2026-01`
  const other = `${accountId}X`
  await portal.given.company(other)
  const manager = async (email: string, company: string) => {
    const rights = ['AccessInvoices', 'AccessLicenses', 'AccessErfs', 'ManageUsers'] as const
    return portal.person(email, company, [...rights], ['Licenses'])
  }
  const far = await portal.person(`far@${other}.example`, other, [], [], 'SuperAdmin')

  const shown = await body(far, accountId, number)
  expect(shown.statusCode).toBe(200)
  expect(shown.body).toContain('"notCharged":[{')
  expect(shown.body).toContain(`${accountId}-ben`)

  // Company admins and users read the same lines without the uncharged licenses.
  for (const browser of [await manager(`adi@${accountId}.example`, accountId), ana]) {
    const own = await body(browser, accountId, number)
    expect(own.statusCode).toBe(200)
    expect(own.body).toContain('"lines":[{')
    expect(own.body).not.toContain('notCharged')
    expect(own.body).not.toContain(`${accountId}-ben`)
  }

  // A refusal shows no uncharged licenses either: with another company's number, and with the filter of another or of
  // one's own company.
  const eva = await manager(`eva@${other}.example`, other)
  const calls = [
    await body(eva, accountId, number),
    await body(eva, other, number),
    await body(far, other, number),
    await body(portal.stranger, accountId, number),
  ]
  expect(calls.map(({ statusCode }) => statusCode)).toEqual([403, 404, 404, 401])
  for (const { body } of calls) expect(body).not.toMatch(/notCharged|ann|ben/)
})
