import type { Spend } from '@portal/domain/spend/spend.schema'
import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

const portal = testPortal()
let ana: Browser

beforeAll(async () => {
  const { given } = portal
  await given.company('A1', 'Aldgate')
  await given.company('B1', 'Brightwater')
  await given.company('N1', 'Newhire')
  await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  await given.user('all@a.example', 'A1', ['AccessInvoices'], ['Licenses', 'Hosting'])
  await given.user('bo@b.example', 'B1', ['AccessInvoices'], ['Licenses'])
  await given.user('new@n.example', 'N1', ['AccessInvoices'], ['Licenses'])
  await given.user('maya@p.example', 'N1', [], [], 'SuperAdmin')
  await importRecords(portal.system, [recordSource('books', records)])
  ana = await portal.signIn('ana@a.example')
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
  // Its lines explain 100.01 of 120.
  invoice('A-2', '120.00', {
    date: '2026-10-05',
    lineItems: [line('Cabinet', '100.01', { ...quarter, city: 'London' })],
  }),
  // A late fee has no lines; a credit is negative.
  invoice('A-3', '7.50', { invoiceType: 'Late Fee', isLateFee: true, date: '2026-10-20' }),
  invoice('A-4', '-30.00', { invoiceType: 'Credit', lineItems: [line('TT Pro', '-30.00')] }),
  invoice('A-5', '99.00', { invoiceCategory: 'Hosting', lineItems: [line('Rack', '99.00')] }),
  invoice('A-6', '500', { currencyIsoCode: 'JPY', lineItems: [line('Feed', '500')] }),
  invoice('B-1', '1.00', { accountId: 'B1', lineItems: [line('TT Pro', '1.00')] }),
]

const spend = async (who: Browser, query: string) => {
  const answer = await who.get(`/api/invoice/spend?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Spend>()
}
const shown = ({ groups }: Spend) =>
  groups.map(({ kind, name, amounts }) => [name || kind, ...amounts])

test('only the held categories count, and the answer says so', async () => {
  const few = await spend(ana, 'months=2')
  expect(few.isOfVisible).toBe(true)
  expect(JSON.stringify(few)).not.toContain('Rack')
  const all = await spend(await portal.signIn('all@a.example'), 'months=2')
  expect(all.isOfVisible).toBe(false)
  expect(shown(all)).toContainEqual(['Rack', 0, 99])
  const maya = await portal.signIn('maya@p.example')
  expect(await spend(maya, 'months=2&companyFilter=A1')).toEqual(all)
  // Categories that exist later.
  await portal.given.category('Colocation')
  expect((await spend(await portal.signIn('all@a.example'), '')).isOfVisible).toBe(true)
  expect((await spend(maya, 'companyFilter=A1')).isOfVisible).toBe(false)
})

test('by product: lines count in the month of their service, the rest is not itemized', async () => {
  const answer = await spend(ana, 'months=3&currency=USD')
  expect(answer.months).toEqual(['2026-09', '2026-10', '2026-11'])
  expect(answer.currencies).toEqual(['USD', 'JPY'])
  expect(shown(answer)).toEqual([
    ['TT Pro', 0, 50, 70],
    ['Cabinet', 100.01, 0, 0],
    ['notItemized', 0, 27.49, 0],
    ['unnamed', 0, 0, 10],
  ])
  expect(
    answer.changes.map(({ name, kind, amount, before }) => [name || kind, amount, before]),
  ).toEqual([
    ['notItemized', 0, 27.49],
    ['TT Pro', 70, 50],
    ['unnamed', 10, 0],
  ])
})

test('by type, site and user', async () => {
  // What the lines do not explain has a type; a late fee is one of its own.
  expect(shown(await spend(ana, 'by=type&months=3'))).toEqual([
    ['License', 100.01, 69.99, 110],
    ['Credit', 0, 0, -30],
    ['Late Fee', 0, 7.5, 0],
  ])
  expect(shown(await spend(ana, 'by=site&months=3'))).toEqual([
    ['London', 100.01, 0, 0],
    ['Chicago, IL', 0, 0, 100],
    ['unnamed', 0, 50, -20],
    ['notItemized', 0, 27.49, 0],
  ])
  expect(shown(await spend(ana, 'by=user&months=3'))).toEqual([
    ['Ann', 0, 50, 100],
    ['unnamed', 100.01, 0, -20],
    ['notItemized', 0, 27.49, 0],
  ])
})

test('a quarter can be spread, to the cent; months outside are sums', async () => {
  const answer = await spend(ana, 'spread=true&months=2')
  expect(shown(answer)).toContainEqual(['Cabinet', 33.33, 33.34])
  expect([answer.earlier, answer.later]).toEqual([33.34, 0])
})

test('an unknown currency is the first one; without invoices there is nothing', async () => {
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

test('a mistyped year does not move the months', async () => {
  const far = { servicePeriodStart: '2062-11-01' }
  const soon = { servicePeriodStart: '2026-12-01' }
  await importRecords(portal.system, [
    recordSource('books', [
      invoice('B-2', '9.00', {
        accountId: 'B1',
        lineItems: [line('Far', '5.00', far), line('Soon', '4.00', soon)],
      }),
    ]),
  ])
  const answer = await spend(await portal.signIn('bo@b.example'), 'months=2')
  expect(answer.months).toEqual(['2026-11', '2026-12'])
  expect(answer.later).toBe(5)
})

test('five years can be spread, a longer period cannot', async () => {
  const from = { servicePeriodStart: '2026-11-01' }
  await importRecords(portal.system, [
    recordSource('books', [
      invoice('N-1', '70.00', {
        accountId: 'N1',
        lineItems: [
          line('Five', '61.00', { ...from, servicePeriodEnd: '2031-11-30' }),
          line('Longer', '9.00', { ...from, servicePeriodEnd: '2031-12-01' }),
        ],
      }),
    ]),
  ])
  const answer = await spend(await portal.signIn('new@n.example'), 'months=2&spread=true')
  expect(answer.months.at(-1)).toBe('2026-11')
  expect(shown(answer)).toEqual([
    ['Longer', 0, 9],
    ['Five', 0, 1],
  ])
  expect(answer.later).toBe(60)
})
