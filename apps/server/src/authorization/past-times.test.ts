import type { InvoiceAuthorization } from '@portal/domain/authorization/authorization.schema'
import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

const portal = testPortal()
let ana: Browser
let lena: Browser

const license = (licenseId: string, rest: object = {}) => ({
  record: 'license',
  licenseId,
  accountId: 'A1',
  productId: '10',
  userName: 'Tom Jones',
  since: '2025-01-01',
  ...rest,
})
const february = { servicePeriodStart: '2026-02-01', servicePeriodEnd: '2026-02-28' }
const march = { servicePeriodStart: '2026-03-01', servicePeriodEnd: '2026-03-31' }
const line = (licenseId: string, total: string, rest: object = {}) => ({
  productName: 'TT Pro',
  licenseId,
  total,
  ...rest,
})
const invoice = (invoiceNumber: string, date: string, lineItems: object[], rest = {}) => ({
  record: 'invoice',
  accountId: 'A1',
  invoiceNumber,
  date,
  serviceMonth: date.slice(0, 7),
  invoiceCategory: 'Licenses',
  currencyIsoCode: 'USD',
  amount: '100.00',
  balanceDue: '0.00',
  lineItems,
  ...rest,
})
const order = (id: string, createdDate: string, type: number, item: object, rest = {}) => ({
  record: 'licenseOrder',
  id,
  accountId: 'A1',
  status: 'Provisioned',
  createdDate,
  requestorName: 'Maya Chen',
  lineItems: [
    { productSku: '10', networkId: '', networkName: '', customerOrderRequestTypeId: type, ...item },
  ],
  ...rest,
})

const ended = ['back', 'added', 'rejected', 'gone']

beforeAll(async () => {
  await portal.given.company('A1', 'Aldgate')
  await portal.given.user(
    'ana@a.example',
    'A1',
    ['AccessInvoices', 'AccessLicenses'],
    ['Licenses', 'Credits'],
  )
  await portal.given.user('lena@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  const records = [
    { record: 'product', productId: '10', description: 'TT Pro', itemGroupName: 'TT' },
    ...['no-quantity', 'credited', 'no-days', 'later', 'other'].map((id) => license(id)),
    license('moved', { licenseOrderId: 'O-1' }),
    order('O-1', '2024-12-01', 1, { userName: 'Tom Jones' }),
    invoice('F-02', '2026-02-02', [
      line('no-quantity', '100.00', february),
      line('credited', '120.00', february),
      line('no-days', '120.00', february),
      line('later', '100.00', february),
      line('other', '120.00', february),
    ]),
    invoice('F-03', '2026-03-02', [
      line('no-quantity', '100.00', february),
      line('credited', '-120.00', { ...february, chargeType: 'credit' }),
      line('credited', '100.00', february),
      line('no-days', '-120.00', { chargeType: 'credit' }),
      line('no-days', '100.00', february),
      line('later', '100.00', february),
      line('other', '-120.00', { ...march, chargeType: 'credit' }),
      line('other', '100.00', february),
      line('moved', '30.00', { ...march, productName: 'CME data', userName: 'Eva Lind' }),
      line('moved', '40.00', { ...march, productName: 'ICE data' }),
    ]),
    invoice('C-04', '2026-04-02', [line('later', '-100.00', february)], {
      invoiceCategory: 'Credits',
    }),
    license('back', { since: '2026-04-15' }),
    license('added', { since: undefined }),
    license('rejected'),
    license('gone'),
    ...ended.map((licenseId, at) =>
      order(`X-${at}`, '2026-01-10', 2, { licenseId, dateRequired: '2026-03-01' }),
    ),
    order('N-1', '2026-02-10', 1, { licenseId: 'added', dateRequired: '2026-04-01' }),
    order(
      'N-2',
      '2026-02-10',
      1,
      { licenseId: 'rejected', dateRequired: '2026-04-01' },
      { status: 'Rejected', statusReason: 'No room' },
    ),
    invoice(
      'F-05',
      '2026-05-02',
      ended.map((licenseId) => line(licenseId, '100.00')),
    ),
  ]
  const { firstRejects } = await importRecords(portal.system, [recordSource('books', records)])
  if (firstRejects.length > 0) throw new Error(JSON.stringify(firstRejects))
  ana = await portal.signIn('ana@a.example')
  lena = await portal.signIn('lena@a.example')
})

const linesOf = async (browser: Browser, number: string) =>
  (await browser.get(`/api/invoice/details/${number}/authorization`)).json<InvoiceAuthorization>()
    .lines
const said = async (browser: Browser, number: string) =>
  (await linesOf(browser, number)).map(({ state, by, reason }) => reason ?? by ?? state)

test('a license that an earlier bill charged is charged twice, unless a credit of any bill took that back', async () => {
  const states = ['twice', 'none', 'id', 'none', 'id', 'id', 'none', 'twice', 'id', 'id']
  expect(await said(ana, 'F-03')).toEqual(states)
  // The credit is on an invoice that Lena may not see.
  expect(await said(lena, 'F-03')).toEqual(states)
  expect((await linesOf(ana, 'F-03'))[0]?.words).toBe(
    'Charged twice: invoice F-02 charges license no-quantity for the same time',
  )
})

test('a line of another product and user than its license does not say who ordered the license', async () => {
  const [eva, tom] = (await linesOf(ana, 'F-03')).slice(-2)
  expect(eva).toMatchObject({ words: 'License moved', licenseId: 'moved' })
  expect(eva).not.toHaveProperty('orderId')
  expect(tom).toMatchObject({ words: 'Ordered by Maya Chen on 12/01/2024' })
})

test('an ordered end does not count for a license that began later, or that a newer order adds', async () => {
  expect(await said(ana, 'F-05')).toEqual(['id', 'id', 'afterEnd', 'afterEnd'])
})
