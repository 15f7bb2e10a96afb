import type { Forecast } from '@portal/domain/spend/spend.schema'
import { beforeAll, expect, test } from 'vitest'
import { charged, invoice, license, october, product } from '../../test/forecast-records.ts'
import type { Browser } from '../../test/portal.ts'
import { testClock, testPortal } from '../../test/test-portal.ts'
import { takeBooks } from '../import/import-fixture.ts'

const portal = testPortal()
const clock = testClock(portal)
let companies = 0
let maya: Browser

beforeAll(async () => {
  await clock.set('2026-11-26T12:00:00Z')
  await portal.given.company('P1', 'The Provider')
  await portal.given.user('maya@p.example', 'P1', [], [], 'SuperAdmin')
  maya = await portal.signIn('maya@p.example')
  await take(product('M'), product('Y', { billingMonths: 12 }), product('D', { prorates: true }))
})

const take = (...records: object[]) => takeBooks(portal.system, records)
/** The months of a company's forecast. */
const forecastOf = async (accountId: string) => {
  const answer = await maya.get(`/api/invoice/spend/forecast?companyFilter=${accountId}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Forecast>().months
}
const november = { servicePeriodStart: '2026-11-01', servicePeriodEnd: '2026-11-30' }
const quarterly = { servicePeriodStart: '2026-10-01', servicePeriodEnd: '2026-12-31' }
const item = {
  productSku: 'M',
  networkId: '',
  networkName: '',
  userName: 'Tom',
  dateRequired: '2026-12-01',
}
const submitted = (lineItems: object[], more: object = {}) => ({
  record: 'licenseOrder',
  status: 'Submitted',
  createdDate: '2026-11-20',
  lineItems,
  ...more,
})

// [what, records of licenses and orders, bills, what is expected]
test.each<[string, object[], Parameters<typeof invoice>[], string[]]>([
  [
    'a quantity of months, with an announced price',
    [
      license('L', {
        monthlyPrice: '100.00',
        nextMonthlyPrice: '110.00',
        nextPriceFrom: '2027-01-01',
      }),
    ],
    [['1', [charged('L', '300.00', { ...quarterly, quantity: 3 })]]],
    ['2026-12 0', '2027-01 330', '2027-02 0'],
  ],
  [
    'a late fee and support for next year are on the newest bill',
    [license('L')],
    [
      [
        '1',
        [
          charged('L', '100.00'),
          charged(null, '9.00', {
            servicePeriodStart: '2027-02-01',
            servicePeriodEnd: '2028-01-31',
          }),
        ],
      ],
      ['2', [], { date: '2026-12-01', amount: '5.00', isLateFee: true }],
    ],
    ['2026-12 100', '2027-01 100', '2027-02 100'],
  ],
  [
    'a fee of the license that is charged ahead',
    [license('L')],
    [
      [
        '1',
        [
          charged('L', '100.00'),
          charged('L', '7.00', {
            productName: 'Hosting',
            servicePeriodStart: '2026-12-01',
            servicePeriodEnd: '2026-12-31',
          }),
        ],
      ],
    ],
    ['2026-12 100', '2027-01 107', '2027-02 107'],
  ],
  [
    'bills of November charge October',
    [license('L')],
    [['1', [charged('L', '100.00', october)]]],
    ['2026-11 100', '2026-12 100', '2027-01 100'],
  ],
  [
    'charged, credited and charged again',
    [license('L')],
    [
      ['1', [charged('L', '200.00')]],
      ['2', [charged('L', '-200.00', { chargeType: 'credit' })]],
      ['3', [charged('L', '200.00')]],
    ],
    ['2026-12 200', '2027-01 200', '2027-02 200'],
  ],
  [
    'two charges of one product, and one that was sent twice',
    [license('L')],
    [
      [
        '1',
        [
          charged('L', '100.00', { description: 'CME' }),
          charged('L', '60.00', { description: 'ICE' }),
          charged('L', '60.00', { description: 'ICE' }),
        ],
      ],
    ],
    ['2026-12 160', '2027-01 160', '2027-02 160'],
  ],
  [
    'a setup fee that is not marked as one',
    [license('L')],
    [
      ['1', [{ productName: 'Monthly', licenseId: 'L', total: '100.00' }], { date: '2026-10-02' }],
      [
        '2',
        [
          { productName: 'Monthly', licenseId: 'L', total: '100.00' },
          { productName: 'Setup', licenseId: 'L', total: '500.00' },
        ],
      ],
    ],
    ['2026-12 100', '2027-01 100', '2027-02 100'],
  ],
  [
    'a period that ends with the first day of the next one',
    [license('L')],
    [['1', [charged('L', '100.00', { ...november, servicePeriodEnd: '2026-12-01' })]]],
    ['2026-12 100', '2027-01 100', '2027-02 100'],
  ],
  [
    'a part of the first quarter is charged: the next one is due in January',
    [license('L', { productId: 'Q', since: '2026-11-10' }), license('L-2')],
    [
      [
        '1',
        [
          charged('L', '180.00', { ...quarterly, servicePeriodStart: '2026-11-10' }),
          charged('L-2', '1.00'),
        ],
      ],
    ],
    ['2026-12 1', '2027-01 331', '2027-02 1'],
  ],
  [
    'of two ordered licenses one runs; a product was replaced',
    [
      license('L', { userName: 'Tom', licenseOrderId: 'O-two', productId: 'M' }),
      submitted(
        ['', ''].map(() => ({ ...item, productSku: 'OLD', customerOrderRequestTypeId: 1 })),
        { id: 'O-two' },
      ),
    ],
    [['1', [charged('L', '100.00')]]],
    ['2026-12 220', '2027-01 220', '2027-02 220'],
  ],
  [
    'cancelled once, and running again',
    [
      license('L', { since: '2026-10-01' }),
      submitted(
        [{ ...item, licenseId: 'L', customerOrderRequestTypeId: 2, dateRequired: '2026-09-01' }],
        { id: 'O-past', createdDate: '2026-08-20' },
      ),
    ],
    [['1', [charged('L', '100.00')]]],
    ['2026-12 100', '2027-01 100', '2027-02 100'],
  ],
  [
    'a suspended license is not charged any more',
    [license('L', { status: 'Suspended' }), license('L-2')],
    [
      ['1', [charged('L', '100.00', october)]],
      ['2', [charged('L-2', '200.00')]],
    ],
    ['2026-12 200', '2027-01 200', '2027-02 200'],
  ],
])('books of real life: %s', async (what, records, bills, wanted) => {
  companies += 1
  const accountId = `C-${companies}`
  const own = (record: object) => ({ ...record, accountId })
  await take(
    { record: 'company', accountId, name: what },
    product('Q', { billingMonths: 3 }),
    product('OLD', { replacedBy: 'M' }),
    // Ids are of one company.
    ...(JSON.parse(
      JSON.stringify([
        ...records.map(own),
        ...bills.map((bill) => own(invoice(...bill))),
      ]).replaceAll(/"(licenseId|invoiceNumber)":"/g, `"$1":"${accountId}-`),
    ) as object[]),
  )
  const months = await forecastOf(accountId)
  expect(months.map(({ month, amount }) => `${month} ${amount}`)).toEqual(wanted)
})
