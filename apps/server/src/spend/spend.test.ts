import type { Spend } from '@portal/domain/spend/spend.schema'
import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { takeBooks } from '../../test/import/import-fixture.ts'

const portal = testPortal()
let ana: Browser

beforeAll(async () => {
  const { given } = portal
  await given.company('A1', 'Aldgate')
  await given.company('B1', 'Brightwater')
  await given.company('N1', 'Newhire')
  await given.user('all@a.example', 'A1', ['AccessInvoices'], ['Licenses', 'Hosting'])
  await given.user('new@n.example', 'N1', ['AccessInvoices'], ['Licenses'])
  await given.user('maya@p.example', 'N1', [], [], 'SuperAdmin')
  await takeBooks(portal.system, records)
  ana = await portal.person('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
})

const invoice = (invoiceNumber: string, amount: string, more: object) => ({
  record: 'invoice',
  accountId: 'A1',
  invoiceNumber,
  date: '2026-11-02',
  amount,
  balanceDue: '0',
  currencyIsoCode: 'USD',
  invoiceType: 'License',
  invoiceCategory: 'Licenses',
  ...more,
})
const line = (productName: string, total: string, more: object = {}) => ({
  productName,
  total,
  ...more,
})
const quarter = { servicePeriodStart: '2026-09-01', servicePeriodEnd: '2026-11-30' }

const records = [
  invoice('A-1', '160.00', {
    serviceMonth: '2026-11',
    lineItems: [
      line('TT Pro', '100.00', { city: 'Chicago', state: 'IL', userName: 'Ann' }),
      line('tt pro', '50.00', { userName: 'ann', servicePeriodStart: '2026-10-15' }),
      line('', '10.00'),
    ],
  }),
  // The lines explain 200.02 of 220.01.
  invoice('A-2', '220.01', {
    date: '2026-10-05',
    lineItems: Array(2).fill(line('Cabinet', '100.01', { ...quarter, city: ' London ' })),
  }),
  // A late fee has no lines; a credit is negative.
  invoice('A-3', '7.50', { invoiceType: 'Late Fee', isLateFee: true, date: '2026-10-20' }),
  invoice('A-4', '-30.00', { invoiceType: 'Credit', lineItems: [line('TT Pro', '-30.00')] }),
  invoice('A-5', '99.00', { invoiceCategory: 'Hosting', lineItems: [line('Rack', '99.00')] }),
  invoice('A-6', '500', { currencyIsoCode: 'JPY', lineItems: [line('Feed', '500')] }),
  invoice('A-7', '5.00', { lineItems: [line(' ', '5.00', { productId: 'P-9', state: 'IL' })] }),
  invoice('B-1', '1.00', { accountId: 'B1', lineItems: [line('TT Pro', '1.00')] }),
]

const spend = async (who: Browser, query: string) => {
  const answer = await who.get(`/api/invoice/spend?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Spend>()
}
const shown = ({ groups }: Spend) =>
  groups.map(({ kind, name, amounts }) => [name || kind, ...amounts])

test('only the user’s categories count, and the response is marked', async () => {
  const few = await spend(ana, 'months=2')
  expect(few.isOfVisible).toBe(true)
  expect(JSON.stringify(few)).not.toContain('Rack')
  const all = await spend(await portal.signIn('all@a.example'), 'months=2')
  expect(all.isOfVisible).toBe(false)
  expect(shown(all)).toContainEqual(['Rack', 0, 99])
  const maya = await portal.signIn('maya@p.example')
  expect(await spend(maya, 'months=2&companyFilter=A1')).toEqual(all)
  await portal.given.category('Colocation')
  expect((await spend(await portal.signIn('all@a.example'), '')).isOfVisible).toBe(true)
  expect((await spend(maya, 'companyFilter=A1')).isOfVisible).toBe(false)
})

test('by product: lines count in the month of their service, the rest is not itemized', async () => {
  const answer = await spend(ana, 'months=3&currency=USD')
  expect(answer.months).toEqual(['2026-09', '2026-10', '2026-11'])
  expect(answer.currencies).toEqual(['USD', 'JPY'])
  expect(shown(answer)).toEqual([
    ['Cabinet', 200.02, 0, 0],
    ['TT Pro', 0, 50, 70],
    ['notItemized', 0, 27.49, 0],
    ['unnamed', 0, 0, 10],
    ['P-9', 0, 0, 5],
  ])
  expect(
    answer.changes.map(({ name, kind, amount, before }) => [name || kind, amount, before]),
  ).toEqual([
    ['notItemized', 0, 27.49],
    ['TT Pro', 70, 50],
    ['unnamed', 10, 0],
    ['P-9', 5, 0],
  ])
})

test.each<[query: string, ...groups: [name: string, ...amounts: number[]][]]>([
  ['user', ['unnamed', 200.02, 0, -15], ['Ann', 0, 50, 100], ['notItemized', 0, 27.49, 0]],
  [
    'site',
    ['London', 200.02, 0, 0],
    ['Chicago, IL', 0, 0, 100],
    ['unnamed', 0, 50, -20],
    ['notItemized', 0, 27.49, 0],
    ['IL', 0, 0, 5],
  ],
  ['type', ['License', 200.02, 69.99, 115], ['Credit', 0, 0, -30], ['Late Fee', 0, 7.5, 0]],
  // Two equal charges are spread separately.
  [
    'product&spread=true',
    ['Cabinet', 66.68, 66.66, 66.68],
    ['TT Pro', 0, 50, 70],
    ['notItemized', 0, 27.49, 0],
    ['unnamed', 0, 0, 10],
    ['P-9', 0, 0, 5],
  ],
])('by %s', async (query, ...groups) => {
  expect(shown(await spend(ana, `months=3&by=${query}`))).toEqual(groups)
})

test('an unknown currency is replaced by the first one; without invoices there are no figures', async () => {
  expect((await spend(ana, 'currency=CHF')).currencyIsoCode).toBe('USD')
  const yen = await spend(ana, 'currency=JPY&months=2')
  expect(shown(yen)).toEqual([['Feed', 0, 500]])
  expect(await spend(await portal.signIn('new@n.example'), '')).toEqual({
    currencyIsoCode: null,
    currencies: [],
    months: [],
    groups: [],
    changes: [],
    earlier: 0,
    later: 0,
    isOfVisible: true,
  })
})
