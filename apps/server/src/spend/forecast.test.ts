import type { Forecast } from '@portal/domain/spend/spend.schema'
import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../test/portal/portal.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'
import { takeBooks } from '../../test/import/import-fixture.ts'

// Records as the ERP sends them, of the company A1 unless `more` names another one.

const product = (productId: string, more: object = {}) => ({
  record: 'product',
  productId,
  description: `Product ${productId}`,
  itemGroupName: 'Gateways',
  monthlyPrice: '120.00',
  ...more,
})
const license = (licenseId: string, more: object = {}) => ({
  record: 'license',
  licenseId,
  accountId: 'A1',
  productId: 'M',
  since: '2026-01-01',
  monthlyPrice: '110.00',
  ...more,
})
const order = (id: string, lineItems: object[], more: object = {}) => ({
  record: 'licenseOrder',
  id,
  accountId: 'A1',
  status: 'Submitted',
  createdDate: '2026-11-20',
  lineItems,
  ...more,
})
const charged = (licenseId: string | null, total: string, more: object = {}) => ({
  productName: 'Product M',
  ...(licenseId && { licenseId }),
  total,
  servicePeriodStart: '2026-11-01',
  servicePeriodEnd: '2026-11-30',
  ...more,
})
const invoice = (
  invoiceNumber: string,
  lineItems: ({ total: string } & Record<string, unknown>)[],
  more: object = {},
) => ({
  record: 'invoice',
  accountId: 'A1',
  invoiceNumber,
  date: '2026-11-02',
  amount: lineItems.reduce((sum, { total }) => sum + Number(total), 0).toFixed(2),
  balanceDue: '0',
  currencyIsoCode: 'USD',
  invoiceCategory: 'Licenses',
  lineItems,
  ...more,
})

const period = (servicePeriodStart: string, servicePeriodEnd: string) => ({
  servicePeriodStart,
  servicePeriodEnd,
})
const october = period('2026-10-01', '2026-10-31')

const portal = testPortal()
const clock = testClock(portal)
let ana: Browser
let maya: Browser
const both = ['AccessInvoices', 'AccessLicenses'] as const

beforeAll(async () => {
  await clock.set('2026-11-26T12:00:00Z')
  const { given } = portal
  await given.company('A1', 'Aldgate')
  await given.company('B1', 'Brightwater')
  await given.user('few@a.example', 'A1', [...both], ['Hosting'])
  await given.company('P1', 'The Provider')
  await given.user('bo@b.example', 'B1', [...both], ['Licenses', 'Hosting'])
  ana = await portal.person('ana@a.example', 'A1', [...both], ['Licenses', 'Hosting'])
  maya = await portal.person('maya@p.example', 'P1', [], [], 'SuperAdmin')
  await take(...catalog, ...books)
})

const take = (...records: object[]) => takeBooks(portal.system, records)
const year = period('2026-01-01', '2026-12-31')

const catalog = [
  product('M'),
  product('Y', { billingMonths: 12 }),
  product('D', { prorates: true }),
]
const books = [
  license('A-1', { nextMonthlyPrice: '130.00', nextPriceFrom: '2027-01-01' }),
  license('A-2', { nextMonthlyPrice: '140.00', nextPriceFrom: '2027-01-01' }),
  license('A-3', { productId: 'Y', monthlyPrice: '50.00' }),
  // Licenses that start later, or end within a month that is charged by the day.
  license('A-4', { since: '2027-01-01' }),
  license('A-5', { productId: 'D', until: '2026-12-15' }),
  // Licenses that no bill charges.
  license('A-6'),
  license('A-7', { status: 'Suspended' }),
  license('A-8', { status: 'Ended', until: '2026-10-31' }),
  license('A-9'),
  license('A-10'),
  license('A-11', { currencyIsoCode: 'EUR' }),
  license('B-1', { accountId: 'B1' }),
  invoice('I-1', [
    charged('A-1', '200.00', { quantity: 2 }),
    // The price is 110 in the record and 105 on the bill. The license is also charged a fee.
    charged('A-2', '105.00', { productId: 'M' }),
    charged('A-2', '7.00', { productName: 'Fee', productId: 'F' }),
    charged('A-2', '-5.00', { productName: 'Credit' }),
    charged('A-5', '60.00', { productName: 'Product D' }),
    charged(null, '33.00'),
    charged('A-2', '1.00', { chargeType: 'oneTime', productName: 'Setup' }),
  ]),
  // The old name of a product, and a charge that was credited.
  invoice(
    'I-2',
    [
      charged('A-1', '90.00', { ...october, productName: 'Product of old' }),
      charged('A-6', '80.00', october),
      charged('A-6', '-80.00', { ...october, chargeType: 'credit' }),
      charged('A-8', '70.00', october),
    ],
    { date: '2026-10-02' },
  ),
  invoice('I-3', [charged('A-3', '600.00', year)], { date: '2026-01-02' }),
  invoice('I-4', [charged('A-9', '40.00')], { invoiceCategory: 'Hosting' }),
  // Not charged since then.
  invoice('I-5', [charged('A-10', '99.00', period('2026-08-01', '2026-08-31'))], {
    date: '2026-08-02',
  }),
  invoice('I-6', [charged('A-11', '15.00')], { currencyIsoCode: 'EUR' }),
  invoice('B-1', [charged('B-1', '10.00')], { accountId: 'B1' }),
]

const url = '/api/invoice/spend/forecast'
const forecast = async (who: Browser, query = '') => {
  const answer = await who.get(`${url}?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Forecast>()
}
const amounts = ({ months }: Forecast) => months.map(({ amount }) => amount)

test('each license counts at its last charge, on its due dates, from its start to its end', async () => {
  const answer = await forecast(ana)
  expect(answer).toMatchObject({
    currencyIsoCode: 'USD',
    counts: { asCharged: 6, byRecord: 1, byList: 0, notCharged: 2, suspended: 1, unpriced: 0 },
    charged: { month: '2026-11', amount: 412 },
    isOfVisible: false,
  })
  // The price of A-1 rises by 30 twice, that of A-2 by 35, and the fee of A-2 stays the same. 200 + 105 + 7 + 60 + 40;
  // the setup fee is charged once.
  const running = { running: 412, starting: 0, ending: 0, prices: 0 }
  expect(answer.months).toEqual([
    { ...running, month: '2026-12', ending: -30.97, amount: 381.03 },
    {
      ...running,
      month: '2027-01',
      running: 1012,
      prices: 95,
      starting: 110,
      ending: -60,
      amount: 1157,
    },
    { ...running, month: '2027-02', prices: 95, starting: 110, ending: -60, amount: 557 },
  ])
  // A yearly charge is spread: 50 of its 600 are in each month.
  expect(amounts(await forecast(ana, 'spread=true'))).toEqual([431.03, 607, 607])
  const euros = await forecast(ana, 'currency=EUR')
  expect([euros.currencyIsoCode, ...amounts(euros)]).toEqual(['EUR', 15, 15, 15])
  expect((await forecast(ana, 'currency=CHF')).currencyIsoCode).toBe('USD')
})

test('only charges on invoices that the reader may see count', async () => {
  const few = await forecast(await portal.signIn('few@a.example'))
  expect(few).toMatchObject({
    isOfVisible: true,
    charged: { month: '2026-11', amount: 40 },
    counts: { asCharged: 1 },
  })
  expect(few.counts.notCharged).toBe(7)
  expect(amounts(few)).toEqual([40, 40, 40])
})

test('an order that cancels a license lowers the forecast, one that adds a license raises it', async () => {
  const before = amounts(await forecast(ana))
  const item = { networkId: '', networkName: '', userName: '', dateRequired: '2027-01-01' }
  const cancel = { ...item, licenseId: 'A-2', productSku: 'M', customerOrderRequestTypeId: 2 }
  await take(order('O-1', [cancel]))
  expect(amounts(await forecast(ana))).toEqual([before[0], before[1]! - 147, before[2]! - 147])
  const added = { ...item, productSku: 'M', customerOrderRequestTypeId: 1 }
  await take(order('O-2', [added, added]))
  expect(amounts(await forecast(ana))).toEqual([
    before[0],
    before[1]! - 147 + 240,
    before[2]! - 147 + 240,
  ])
  // A provisioned license runs by its record, and rejected orders change nothing.
  await take(order('O-2', [added, added], { status: 'Provisioned' }))
  expect(amounts(await forecast(ana))).toEqual([before[0], before[1]! - 147, before[2]! - 147])
  const rejected = { status: 'Rejected', statusReason: 'No.' }
  await take(order('O-1', [cancel], rejected), order('O-3', [added], rejected))
  expect(amounts(await forecast(ana))).toEqual(before)
  // These orders are old and still open. The day of the last line is in the future.
  const old = { createdDate: '2026-02-01' }
  const past = { dateRequired: '2026-03-01' }
  await take(order('O-4', [{ ...cancel, ...past }, { ...added, ...past }, added], old))
  expect(amounts(await forecast(ana))).toEqual([before[0], before[1]! + 120, before[2]! + 120])
})

test('past months are not expected, and a late order does not count before today', async () => {
  const late = { productSku: 'M', customerOrderRequestTypeId: 1, dateRequired: '2026-12-10' }
  const of = { accountId: 'B1', createdDate: '2026-11-25' }
  await take(order('O-5', [{ ...late, networkId: '', networkName: '' }], of))
  const bo = await portal.signIn('bo@b.example')
  expect(amounts(await forecast(bo))).toEqual([130, 130, 130])
  await clock.set('2027-02-28T12:00:00Z')
  expect(amounts(await forecast(bo))).toEqual([10, 10, 130])
  await clock.set('2027-03-01T12:00:00Z')
  expect((await forecast(bo)).months).toEqual([])
  await clock.set('2026-11-26T12:00:00Z')
})

let companies = 0
const quarterly = period('2026-10-01', '2026-12-31')
const monthly = (...lines: [string, object?][]): Bill => [
  lines.map(([total, more]) => charged('L', total, more)),
]
type Bill = [lines: Parameters<typeof invoice>[1], more?: object]
const item = { productSku: 'M', networkId: '', networkName: '', userName: 'Tom' }
const tom = { ...item, dateRequired: '2026-12-01' }
const unmarked = { productName: 'Monthly', licenseId: 'L', total: '100.00' }
const setUp = { productName: 'Setup', licenseId: 'L', total: '500.00' }

// The amounts for December, January and February.
test.each<[string, object[], Bill[], number[]]>([
  [
    'a quantity of months, with an announced price',
    [
      license('L', {
        monthlyPrice: '100.00',
        nextMonthlyPrice: '110.00',
        nextPriceFrom: '2027-01-01',
      }),
    ],
    [monthly(['300.00', { ...quarterly, quantity: 3 }])],
    [0, 330, 0],
  ],
  [
    'a late fee and support for next year are on the newest bill',
    [license('L')],
    [
      [[charged('L', '100.00'), charged(null, '9.00', period('2027-02-01', '2028-01-31'))]],
      [[], { date: '2026-12-01', amount: '5.00', isLateFee: true }],
    ],
    [100, 100, 100],
  ],
  [
    'a fee of the license that is charged ahead',
    [license('L')],
    [
      monthly(
        ['100.00'],
        ['7.00', { productName: 'Hosting', ...period('2026-12-01', '2026-12-31') }],
      ),
    ],
    [100, 107, 107],
  ],
  [
    'charged, credited and charged again',
    [license('L')],
    [monthly(['200.00']), monthly(['-200.00', { chargeType: 'credit' }]), monthly(['200.00'])],
    [200, 200, 200],
  ],
  [
    'two charges of one product, and one that was sent twice',
    [license('L')],
    [
      monthly(
        ['100.00', { description: 'CME' }],
        ['60.00', { description: 'ICE' }],
        ['60.00', { description: 'ICE' }],
      ),
    ],
    [160, 160, 160],
  ],
  [
    'a setup fee that is not marked as one',
    [license('L')],
    [[[unmarked], { date: '2026-10-02' }], [[unmarked, setUp]]],
    [100, 100, 100],
  ],
  [
    'a period that ends with the first day of the next one',
    [license('L')],
    [monthly(['100.00', period('2026-11-01', '2026-12-01')])],
    [100, 100, 100],
  ],
  [
    'a part of the first quarter is charged: the next one is due in January',
    [license('L', { productId: 'Q', since: '2026-11-10' }), license('L-2')],
    [[[charged('L', '180.00', period('2026-11-10', '2026-12-31')), charged('L-2', '1.00')]]],
    [1, 331, 1],
  ],
  [
    'of two ordered licenses one runs; a product was replaced',
    [
      license('L', { userName: 'Tom', licenseOrderId: 'O-two', productId: 'M' }),
      order(
        'O-two',
        ['L', 'M'].map((licenseId) => ({
          ...tom,
          productSku: 'OLD',
          customerOrderRequestTypeId: 1,
          licenseId,
        })),
      ),
    ],
    [monthly(['100.00'])],
    [220, 220, 220],
  ],
  [
    'cancelled once, and running again',
    [
      license('L', { since: '2026-10-01' }),
      order(
        'O-past',
        [{ ...item, licenseId: 'L', customerOrderRequestTypeId: 2, dateRequired: '2026-09-01' }],
        { createdDate: '2026-08-20' },
      ),
    ],
    [monthly(['100.00'])],
    [100, 100, 100],
  ],
  [
    'a suspended license is not charged any more',
    [license('L', { status: 'Suspended' }), license('L-2')],
    [monthly(['100.00', october]), [[charged('L-2', '200.00')]]],
    [200, 200, 200],
  ],
  [
    'bills of November charge October',
    [license('L')],
    [monthly(['100.00', october])],
    [100, 100, 100],
  ],
])('books as in practice: %s', async (what, records, bills, wanted) => {
  companies += 1
  const accountId = `C-${companies}`
  await take({ record: 'company', accountId, name: what })
  const own = [...records, ...bills.map(([lines, more], nth) => invoice(`${nth}`, lines, more))]
  // License ids belong to one company, so the records are changed to other ids.
  const text = JSON.stringify(own.map((record) => ({ ...record, accountId }))).replaceAll(
    /"(licenseId|invoiceNumber)":"/g,
    `"$1":"${accountId}-`,
  )
  await take(
    product('Q', { billingMonths: 3 }),
    product('OLD', { replacedBy: 'M' }),
    ...(JSON.parse(text) as object[]),
  )
  const { months } = await forecast(maya, `companyFilter=${accountId}`)
  const isOctober = what.endsWith('October')
  expect(months[0]!.month).toBe(isOctober ? '2026-11' : '2026-12')
  expect(months.map(({ amount }) => amount)).toEqual(wanted)
})
