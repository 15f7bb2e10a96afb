import type { InvoiceAuthorization } from '@portal/domain/authorization/authorization.schema'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { eventsOf } from '../../test/integration/events.ts'
import { questionDesk } from '../../test/questions/questions.ts'
import { takeBooks } from '../../test/import/import-fixture.ts'

const portal = testPortal()
const readers: Record<string, Browser> = {}

const url = (number: string) => `/api/invoice/details/${number}/authorization`
const of = async (browser: Browser, number: string) =>
  (await browser.get(url(number))).json<InvoiceAuthorization>()
const statesOf = ({ lines }: InvoiceAuthorization) =>
  lines.map(({ state, by, reason }) => reason ?? by ?? state)

const product = (productId: string, rest: object) => ({
  record: 'product',
  productId,
  itemGroupName: 'TT',
  ...rest,
})
const line = (rest: object = {}) => ({
  productName: 'TT Pro',
  quantity: 1,
  salesPrice: '100.00',
  total: '100.00',
  ...rest,
})
const invoice = (invoiceNumber: string, serviceMonth: string, lineItems: object[], rest = {}) => ({
  record: 'invoice',
  accountId: 'A1',
  invoiceNumber,
  date: `${serviceMonth}-05`,
  serviceMonth,
  invoiceType: 'License',
  invoiceCategory: 'Licenses',
  source: 'Salesforce',
  currencyIsoCode: 'USD',
  amount: lineItems.length * 100,
  balanceDue: '0.00',
  lineItems,
  ...rest,
})
const license = (licenseId: string, rest: object = {}) => ({
  record: 'license',
  licenseId,
  accountId: 'A1',
  productId: '10',
  userName: 'Tom Jones',
  since: '2026-01-01',
  monthlyPrice: '100.00',
  ...rest,
})
const order = (id: string, accountId: string, lineItems: object[], rest = {}) => ({
  record: 'licenseOrder',
  id,
  accountId,
  status: 'Submitted',
  createdDate: '2026-01-10T00:00:00Z',
  requestorName: 'Maya Chen',
  lineItems: lineItems.map((item) => ({
    productSku: '10',
    networkId: 'CME',
    networkName: 'CME',
    dateRequired: '2026-02-01',
    customerOrderRequestTypeId: 1,
    ...item,
  })),
  ...rest,
})

const equipment = (equipmentRequestId: string, externalOrderStatus: string) => ({
  record: 'equipmentRequest',
  equipmentRequestId,
  accountId: 'A1',
  orderDate: '2026-02-01',
  externalOrderStatus,
  lineItems: [{ id: '1', equipmentName: 'Server' }],
})
const cancelled = { customerOrderRequestTypeId: 2, dateRequired: '2026-03-01' }

beforeAll(async () => {
  await portal.given.company('A1', 'Aldgate')
  await portal.given.company('B1', 'Brightwater')
  const all = ['Licenses', 'Market Data']
  const rights = ['AccessInvoices', 'AccessLicenses', 'AccessErfs'] as const
  await portal.given.user('ana@a.example', 'A1', [...rights], all)
  await portal.given.user('noa@a.example', 'A1', ['AccessInvoices'], all)
  await portal.given.user('lena@a.example', 'A1', ['AccessInvoices'], ['Market Data'])
  await portal.given.user('olu@a.example', 'A1', ['AccessLicenses'], [])
  await portal.given.user('bea@b.example', 'B1', [...rights], all)
  const data = { invoiceCategory: 'Market Data', invoiceType: 'Market Data' }
  const records = [
    product('9', { description: 'TT Old', replacedBy: '10' }),
    product('10', { description: 'TT Pro', aliases: ['TT Professional'], perUser: true }),
    order('O-1', 'A1', [{ userName: 'Tom Jones' }]),
    order('O-2', 'A1', [{ ...cancelled, userName: 'Eva Lind', licenseId: 'L-4' }]),
    license('L-1', { licenseOrderId: 'O-1' }),
    license('L-2', { userName: 'Ann Berg', until: '2026-02-28', status: 'Ended' }),
    license('L-3', { userName: 'Kim Ito', productId: '9' }),
    license('L-4', { userName: 'Eva Lind' }),
    equipment('E-1', 'Pending Customer Approval'),
    invoice('P-03', '2026-03', [
      line({ licenseId: 'L-1' }),
      line({ licenseId: 'L-2' }),
      line({ moreInfo: 'User: Ito, Kim', productName: 'TT Professional' }),
      line({ licenseId: 'L-4' }),
      line({ productName: 'Install', chargeType: 'oneTime', equipmentRequestId: 'E-1' }),
      line({ productName: 'VAT', chargeType: 'tax' }),
    ]),
    // The bill of another category charges the same license.
    invoice('D-03', '2026-03', [line({ licenseId: 'L-1' })], { ...data, date: '2026-03-09' }),
    invoice('P-04', '2026-04', [line({ licenseId: 'L-1', salesPrice: '120.00', total: '120.00' })]),
    order('O-9', 'B1', [{ userName: 'Wei Xu' }, { userName: 'Ida Holm' }]),
    {
      ...invoice('X-03', '2026-03', [
        line({ licenseOrderId: 'O-9' }),
        line({ moreInfo: 'Ida Holm' }),
        line({ moreInfo: 'Nils Falk' }),
      ]),
      accountId: 'B1',
    },
  ]
  await takeBooks(portal.system, records)
  for (const name of ['ana@a', 'noa@a', 'lena@a', 'olu@a', 'bea@b'])
    readers[name.slice(0, -2)] = await portal.signIn(`${name}.example`)
})

test('each line is matched with its license, order or request, or names the contradiction', async () => {
  const answer = await of(readers.ana!, 'P-03')
  expect(statesOf(answer)).toEqual(['id', 'afterEnd', 'name', 'afterEnd', 'notApproved', 'none'])
  expect(answer).toMatchObject({
    sentence: '2 lines match what was ordered (1 by id, 1 by name), 3 to check.',
    toCheck: 3,
    isOfVisible: false,
  })
  expect(answer.lines.map(({ words }) => words)).toEqual([
    'Ordered by Maya Chen on 01/10/2026',
    'Charged after the end of license L-2 on 02/28/2026',
    'By name: the license of Kim Ito',
    'Charged after the end of license L-4 on 02/28/2026',
    'Charged, but request E-1 was not approved',
    '',
  ])
})

test('names, days and prices need their own permission; the states do not', async () => {
  const answer = await of(readers.noa!, 'P-03')
  expect(statesOf(answer)).toEqual(statesOf(await of(readers.ana!, 'P-03')))
  expect(JSON.stringify(answer)).not.toMatch(/Maya|Kim|L-\d|E-1|2026-02|02\/28/)
  expect(answer.lines[0]?.words).toBe('Ordered by a colleague')
  const [price] = (await of(readers.noa!, 'P-04')).lines
  expect(price).toEqual({
    state: 'toCheck',
    by: 'id',
    reason: 'otherPrice',
    words: 'Not the price of its license',
    total: 120,
  })
  expect((await of(readers.ana!, 'P-04')).lines[0]?.words).toBe(
    'Not the price of license L-1, $100.00 a month',
  )
})

test('a license is charged once among all invoices of a month that the reader may see', async () => {
  const answer = await of(readers.ana!, 'D-03')
  expect(answer.lines[0]?.words).toBe(
    'Charged twice: invoice P-03 charges license L-1 for the same time',
  )
  // Lena may not see the other invoice, so she sees no conflict.
  expect(await of(readers.lena!, 'D-03')).toMatchObject({
    isOfVisible: true,
    toCheck: 0,
    lines: [{ state: 'matched' }],
  })
})

test('where only orders are known, unexplained lines are not reported', async () => {
  const answer = await of(readers.bea!, 'X-03')
  expect(statesOf(answer)).toEqual(['id', 'name', 'unexplained'])
  expect(answer.sentence).toBe(
    '2 lines match what was ordered (1 by id, 1 by name), nothing to check. Orders here explain 2 of 3 lines; the rest began before them.',
  )
})

test('an order is found by the id of its record and by the id of the portal', async () => {
  const { rows } = await portal.system.query<{ id: string }>(
    `select portal_id as id from license_order where external_id in ('O-1', 'O-9') order by external_id`,
  )
  const [one, nine] = rows.map(({ id }) => id)
  const lines = (licenseOrderId: string) => [line({ licenseOrderId, moreInfo: 'Unknown Person' })]
  const records = [
    // The license has the id of its record and the line the id of the portal; on the second bill it is the reverse.
    invoice('P-07', '2026-07', lines(one!)),
    license('L-5', { licenseOrderId: one, productId: '11', userName: 'Ida Falk' }),
    invoice('P-08', '2026-08', [line({ licenseOrderId: 'O-1', productId: '11' })]),
    // This company has no records of licenses.
    { ...invoice('X-07', '2026-07', lines(nine!)), accountId: 'B1' },
  ]
  await takeBooks(portal.system, records)
  for (const number of ['P-07', 'P-08'])
    expect((await of(readers.ana!, number)).lines).toMatchObject([
      { state: 'matched', by: 'id', words: 'Ordered by Maya Chen on 01/10/2026' },
    ])
  expect(statesOf(await of(readers.bea!, 'X-07'))).toEqual(['id'])
})

test('a license is found by the id of its record and by the id of the portal', async () => {
  const uma = { userName: 'Uma Reed', networkId: '', networkName: '' }
  await takeBooks(portal.system, [order('O-20', 'A1', [{ ...uma, customerOrderRequestTypeId: 1 }])])
  const { rows } = await portal.system.query<{ id: string }>(`
    select x.portal_id as id from license_order_line x join license_order o on o.id = x.order_id
     where o.external_id = 'O-20'`)
  const { id } = rows[0]!
  const days = { servicePeriodStart: '2026-06-01', servicePeriodEnd: '2026-06-30' }
  await takeBooks(portal.system, [
    license('L-20', { userName: 'Uma Reed', otherLicenseIds: [id] }),
    order('O-21', 'A1', [
      { ...uma, customerOrderRequestTypeId: 2, licenseId: id, dateRequired: '2026-08-01' },
    ]),
    invoice('L-06', '2026-06', [line({ licenseId: id, ...days })]),
    invoice('L-07', '2026-07', [line({ licenseId: 'L-20', ...days }), line({ licenseId: id })]),
    invoice('L-09', '2026-09', [line({ licenseId: id })]),
    invoice('L-10', '2026-10', [line({ licenseId: 'L-20' })]),
  ])
  expect(statesOf(await of(readers.ana!, 'L-06'))).toEqual(['id'])
  expect(statesOf(await of(readers.ana!, 'L-07'))).toEqual(['twice', 'id'])
  expect(statesOf(await of(readers.ana!, 'L-09'))).toEqual(['afterEnd'])
  expect(statesOf(await of(readers.ana!, 'L-10'))).toEqual(['afterEnd'])
  const [found] = (await of(readers.ana!, 'L-06')).lines
  expect(found).toMatchObject({ licenseId: 'L-20' })
})

test('a new price or start in a record does not contradict earlier invoices', async () => {
  const take = async (...records: object[]) => {
    await takeBooks(portal.system, records)
    return statesOf(await of(readers.ana!, 'P-10'))
  }
  const known = license('L-8', { userName: 'Ole Dahl', monthlyPrice: '100.00' })
  const bill = invoice('P-10', '2026-10', [line({ licenseId: 'L-8' })])
  expect(await take(known, bill)).toEqual(['id'])
  // The price of the next bill, and the start of the next term.
  const next = { ...known, monthlyPrice: '120.00' }
  expect(await take(next)).toEqual(['id'])
  expect(await take({ ...next, since: '2026-11-01' })).toEqual(['id'])
  // The license never had another price or start, so both are compared.
  const other = license('L-9', { userName: 'Ole Dahl', monthlyPrice: '120.00' })
  const billed = { ...bill, lineItems: [line({ licenseId: 'L-9' })] }
  expect(await take(other, billed)).toEqual(['otherPrice'])
  expect(
    await take(license('L-10', { since: '2026-11-01' }), {
      ...bill,
      lineItems: [line({ licenseId: 'L-10' })],
    }),
  ).toEqual(['beforeStart'])
})

test('a cancelled request is reported as cancelled', async () => {
  const request = equipment('E-2', 'Cancelled')
  const bill = invoice('P-06', '2026-06', [
    line({ productName: 'Install', chargeType: 'oneTime', equipmentRequestId: 'E-2' }),
  ])
  await takeBooks(portal.system, [request, bill])
  expect((await of(readers.ana!, 'P-06')).lines).toMatchObject([
    { reason: 'notApproved', words: 'Charged, but request E-2 was cancelled' },
  ])
})

test('the details of an invoice contain the same state of each line that the reader may see', async () => {
  const csv = async (name: string) => (await readers[name]!.get('/api/invoice/xls/P-03.xls')).body
  const [head, ...rows] = (await csv('ana')).trim().split('\r\n')
  expect(head).toContain('"Authorization"')
  expect(rows[0]).toContain('"Ordered by Maya Chen on 01/10/2026"')
  expect(rows[1]).toContain('"To check: Charged after the end of license L-2 on 02/28/2026"')
  expect(rows[5]).not.toContain('Ordered')
  expect(await csv('noa')).not.toContain('Maya')
})

test('a question sends the provider all data about its line, including data that the user cannot see', async () => {
  const desk = questionDesk(portal)
  const asked = async (place: number) => {
    expect((await desk.ask(readers['noa']!, 'P-03', place, 'Why?')).statusCode).toBe(200)
    return (await eventsOf(portal, 'A1')).at(-1)?.data
  }
  expect(await asked(2)).toMatchObject({
    evidence: 'Charged after the end of license L-2 on 02/28/2026',
  })
  expect(await asked(6)).toMatchObject({ evidence: null })
  expect(JSON.stringify(await desk.list(readers['noa']!, 'P-03'))).not.toContain('L-2 on')
})

describe('past times', () => {
  let ana: Browser
  let lena: Browser

  const february = { servicePeriodStart: '2026-02-01', servicePeriodEnd: '2026-02-28' }
  const march = { servicePeriodStart: '2026-03-01', servicePeriodEnd: '2026-03-31' }
  const charge = (licenseId: string, total: string, rest: object = {}) =>
    line({ licenseId, total, quantity: undefined, salesPrice: undefined, ...rest })
  const bill = (number: string, date: string, lines: object[], rest = {}) =>
    invoice(number, date.slice(0, 7), lines, {
      accountId: 'T1',
      source: undefined,
      invoiceType: undefined,
      date,
      amount: '100.00',
      ...rest,
    })
  const held = (licenseId: string, rest: object = {}) =>
    license(licenseId, { accountId: 'T1', since: '2025-01-01', monthlyPrice: undefined, ...rest })
  const provisioned = (id: string, createdDate: string, type: number, item: object, rest = {}) =>
    order(
      id,
      'T1',
      [
        {
          networkId: '',
          networkName: '',
          dateRequired: undefined,
          customerOrderRequestTypeId: type,
          ...item,
        },
      ],
      { status: 'Provisioned', createdDate, ...rest },
    )

  const ended = ['back', 'added', 'rejected', 'gone']

  beforeAll(async () => {
    await portal.given.company('T1')
    const both = ['AccessInvoices', 'AccessLicenses'] as const
    const records = [
      ...['no-quantity', 'later'].map((id) => held(id)),
      held('moved', { licenseOrderId: 'O-T' }),
      provisioned('O-T', '2024-12-01', 1, { userName: 'Tom Jones' }),
      bill('F-02', '2026-02-02', [
        charge('no-quantity', '100.00', february),
        charge('later', '100.00', february),
      ]),
      bill('F-03', '2026-03-02', [
        charge('no-quantity', '100.00', february),
        charge('later', '100.00', february),
        charge('moved', '30.00', { ...march, productName: 'CME data', userName: 'Eva Lind' }),
        charge('moved', '40.00', { ...march, productName: 'ICE data' }),
      ]),
      bill('C-04', '2026-04-02', [charge('later', '-100.00', february)], {
        invoiceCategory: 'Credits',
      }),
      held('back', { since: '2026-04-15' }),
      held('added', { since: undefined }),
      held('rejected'),
      held('gone'),
      ...ended.map((licenseId, at) =>
        provisioned(`X-${at}`, '2026-01-10', 2, { licenseId, dateRequired: '2026-03-01' }),
      ),
      provisioned('N-1', '2026-02-10', 1, { licenseId: 'added', dateRequired: '2026-04-01' }),
      provisioned(
        'N-2',
        '2026-02-10',
        1,
        { licenseId: 'rejected', dateRequired: '2026-04-01' },
        { status: 'Rejected', statusReason: 'No room' },
      ),
      bill(
        'F-05',
        '2026-05-02',
        ended.map((licenseId) => charge(licenseId, '100.00')),
      ),
    ]
    await takeBooks(portal.system, records)
    ana = await portal.person('ana@t.example', 'T1', [...both], ['Licenses', 'Credits'])
    lena = await portal.person('lena@t.example', 'T1', ['AccessInvoices'], ['Licenses'])
  })

  const linesOf = async (browser: Browser, number: string) => (await of(browser, number)).lines
  const states = async (browser: Browser, number: string) => statesOf(await of(browser, number))

  test('a license that an earlier bill charged is charged twice, unless a credit of any bill cancelled that', async () => {
    const expected = ['twice', 'id', 'id', 'id']
    expect(await states(ana, 'F-03')).toEqual(expected)
    // The credit is on an invoice that Lena may not see.
    expect(await states(lena, 'F-03')).toEqual(expected)
    expect((await linesOf(ana, 'F-03'))[0]?.words).toBe(
      'Charged twice: invoice F-02 charges license no-quantity for the same time',
    )
  })

  test('a line whose product and user differ from its license does not name who ordered the license', async () => {
    const [eva, tom] = (await linesOf(ana, 'F-03')).slice(-2)
    expect(eva).toMatchObject({ words: 'License moved', licenseId: 'moved' })
    expect(eva).not.toHaveProperty('orderId')
    expect(tom).toMatchObject({ words: 'Ordered by Maya Chen on 12/01/2024' })
  })

  test('an ordered end does not apply to a license that began later, or that a newer order adds', async () => {
    expect(await states(ana, 'F-05')).toEqual(['id', 'id', 'afterEnd', 'afterEnd'])
  })
})
