import { brotliDecompressSync } from 'node:zlib'
import type { HeldCosts, HeldLicense } from '@portal/domain/licenses/held.schema'
import { addedItem, cancelledItem } from '@portal/domain/licenses/line-items'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { givenCatalogue } from '../../test/catalogue.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../test/portal.ts'
import { soon } from '../../test/soon.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

let portal: TestPortal
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
  await givenCatalogue(portal.system)
})
afterAll(() => portal.close())

type Given = Record<string, unknown>

/** A company of which the records say this. */
async function companyWith(given: readonly Given[]) {
  count += 1
  const accountId = `HL${count}`
  await portal.given.company(accountId)
  await portal.given.user(`lia${count}@l.example`, accountId, ['AccessLicenses'])
  const records = given.map((more, nth) => ({
    record: 'license',
    licenseId: `${accountId}-${nth}`,
    accountId,
    productId: '10010',
    ...more,
  }))
  const report = await importRecords(portal.system, [recordSource('books', records)])
  expect(report.rejected).toBe(0)
  return { accountId, lia: await portal.signIn(`lia${count}@l.example`) }
}

const ids = async (lia: Browser, query: string) => {
  const answer = await lia.get(`/api/license/held?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const rows = answer.json<HeldLicense[]>()
  return { ids: rows.map(({ licenseId }) => licenseId), rows, total: answer.headers['x-count'] }
}

const license = fc.record({
  userName: fc.constantFrom('ann', 'Bob', 'Ünal', 'desk 9', 'desk 10', 'zoe', ''),
  networkId: fc.constantFrom('ICE', 'EUREX', 'N-9'),
  productId: fc.constantFrom('10010', '10085', 'GONE'),
  since: fc.constantFrom(null, '2026-01-05', '2026-03-01', soon(9)),
  until: fc.constantFrom(null, soon(40)),
  monthlyPrice: fc.constantFrom(null, '0.00', '99.95', '1500.00'),
  currencyIsoCode: fc.constantFrom('USD', 'EUR'),
  status: fc.constantFrom(null, 'Suspended'),
})

test('in every order and with every filter, the pages are the list, the sums are of it, and the file has it', async () => {
  const asked = fc.record({
    sort: fc.constantFrom('product', 'user', 'network', 'since', 'price'),
    direction: fc.constantFrom('ascending', 'descending'),
    standing: fc.constantFrom('', 'ending', 'starting', 'suspended', 'unpriced'),
    search: fc.constantFrom('', 'ann', 'ice', 'no such'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(license, { maxLength: 12 }),
      fc.array(asked, { minLength: 4, maxLength: 4 }),
      async (given, all) => {
        const { lia } = await companyWith(given)
        const whole = (await ids(lia, 'perPage=500')).rows
        expect(whole).toHaveLength(given.length)
        for (const row of whole)
          expect(row).toMatchObject(priceOf(given[Number(row.licenseId.split('-')[1])]!))
        for (const { sort, direction, standing, search } of all) {
          const filter = `search=${search}${standing && `&standing=${standing}`}`
          const order = `&sort=${sort}&direction=${direction}`
          const list = await ids(lia, `${filter}${order}&perPage=500`)
          const wanted = whole.filter((row) => isAsked(row, standing, search))
          expect(list.ids.toSorted()).toEqual(wanted.map(({ licenseId }) => licenseId).toSorted())
          const keys = list.rows.map((row) => keyOf(row, sort))
          expect(direction === 'ascending' ? keys : keys.toReversed()).toEqual(
            keys.toSorted(compare),
          )
          const paged: string[] = []
          for (let page = 1; page <= 4; page += 1) {
            const part = await ids(lia, `${filter}${order}&perPage=4&page=${page}`)
            expect(part.total).toBe(list.total)
            paged.push(...part.ids)
          }
          expect(paged).toEqual(list.ids)
          expect((await lia.get(`/api/license/costs?${filter}`)).json<HeldCosts>()).toEqual(
            costsOf(wanted),
          )
          const csv = (await lia.get(`/api/license/csv?${filter}${order}`)).body.split('\r\n')
          const cells = csv
            .slice(1, -1)
            .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
          expect(cells.map(([id]) => id)).toEqual(list.ids)
          expect(cells.map((row) => row.slice(11, 14))).toEqual(list.rows.map(pricedCells))
        }
      },
    ),
    { numRuns: runs(8) },
  )
})

const { compare: alphabetic } = new Intl.Collator('en', { numeric: true })
const compare = (one: string | number, other: string | number) =>
  typeof one === 'string' ? alphabetic(one, String(other)) : one - Number(other)

function isAsked(row: HeldLicense, standing: string, search: string): boolean {
  const { startsOn, endsOn, monthlyPrice, isListPrice, isSuspended } = row
  const words = [row.userName, row.networkName, row.productName, row.productSku, row.licenseId]
  return (
    words.join('\n').toLowerCase().includes(search) &&
    (standing !== 'ending' || endsOn !== null) &&
    (standing !== 'starting' || (startsOn ?? '') > soon(0)) &&
    (standing !== 'suspended' || isSuspended) &&
    (standing !== 'unpriced' || monthlyPrice === null || isListPrice)
  )
}

/** The price of the record, else the list price of the catalogue. */
function priceOf({ monthlyPrice, currencyIsoCode, productId }: Given) {
  if (monthlyPrice !== null)
    return { monthlyPrice: Number(monthlyPrice), currencyIsoCode, isListPrice: false }
  return productId === '10010'
    ? { monthlyPrice: 1575, currencyIsoCode: 'USD', isListPrice: true }
    : { monthlyPrice: null, isListPrice: false }
}

function pricedCells({ monthlyPrice, currencyIsoCode, isListPrice }: HeldLicense) {
  if (monthlyPrice === null) return ['', '', '']
  return [String(monthlyPrice), currencyIsoCode, isListPrice ? 'List price' : 'Our records']
}

function keyOf(row: HeldLicense, sort: string): string | number {
  if (sort === 'price') return row.monthlyPrice ?? -1
  if (sort === 'since') return row.startsOn ?? ''
  return { product: row.productName, user: row.userName, network: row.networkName }[sort]!
}

function costsOf(rows: readonly HeldLicense[]): HeldCosts {
  const priced = rows.filter(({ monthlyPrice }) => monthlyPrice !== null)
  return {
    count: rows.length,
    totals: ['EUR', 'USD'].flatMap((currencyIsoCode) => {
      const those = priced.filter((row) => row.currencyIsoCode === currencyIsoCode)
      const cents = those.reduce((sum, row) => sum + Math.round(row.monthlyPrice! * 100), 0)
      const listed = those.filter(({ isListPrice }) => isListPrice).length
      const basis = listed === 0 ? 'records' : listed === those.length ? 'list' : 'both'
      return those.length > 0 ? [{ currencyIsoCode, amount: cents / 100, basis }] : []
    }),
    unpriced: rows.length - priced.length,
    isProvided: true,
  }
}

test('a record without a price is found as such, with and without a list price; an ordered license only without one', async () => {
  const { accountId, lia } = await companyWith([
    { monthlyPrice: '0.00' },
    {},
    { productId: '10085' },
    { productId: 'GONE' },
  ])
  const found = await ids(lia, 'standing=unpriced')
  expect(found.ids.toSorted()).toEqual([1, 2, 3].map((nth) => `${accountId}-${nth}`))
  expect((await lia.get('/api/license/costs?standing=unpriced')).json()).toMatchObject({
    count: 3,
    totals: [{ currencyIsoCode: 'USD', amount: 1575, basis: 'list' }],
    unpriced: 2,
  })
  const ordered = await companyWith([])
  const line = (sku: string) =>
    addedItem(sku, { networkId: 'ICE', networkName: 'ICE', userName: 'ann', dateRequired: soon(1) })
  const payload = {
    user: { accountId: ordered.accountId },
    data: { notes: '', lineItems: [line('10010'), line('10085')] },
    isDraft: false,
  }
  expect((await ordered.lia.post('/api/license', { payload })).statusCode).toBe(200)
  expect((await ids(ordered.lia, 'standing=unpriced')).rows).toMatchObject([
    { productSku: '10085', monthlyPrice: null, isListPrice: false },
  ])
})

test('what an order under way cancels is among those that end; a number finds what its order added', async () => {
  const { accountId, lia } = await companyWith([{ userName: 'ann' }, { userName: 'ben' }])
  const names = { networkId: null, networkName: '', userName: 'ann', dateRequired: soon(5) }
  const chosen = { licenseId: `${accountId}-0`, coveredCompany: '' }
  const payload = {
    user: { accountId },
    data: { notes: '', lineItems: [cancelledItem('10010', names, chosen)] },
    isDraft: false,
  }
  expect((await lia.post('/api/license', { payload })).statusCode).toBe(200)
  expect((await ids(lia, 'standing=ending')).ids).toEqual([`${accountId}-0`])
  expect((await lia.get('/api/license/costs?standing=ending')).json()).toMatchObject({ count: 1 })
  expect((await ids(lia, 'search=%231')).ids).toEqual([])
  expect((await ids(lia, `search=${accountId}-1`)).ids).toEqual([`${accountId}-1`])
})

test('a long list is compressed for browsers that accept it', async () => {
  const { accountId, lia } = await companyWith(Array.from({ length: 30 }, () => ({})))
  const at = `/api/license/held?perPage=500&companyFilter=${accountId}`
  const plain = await lia.get(at)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await lia.get(at, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(packed.headers['x-count']).toBe('30')
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(plain.json())
})

test('a page beyond the end says how many there are; another company and a missing permission get nothing', async () => {
  const { accountId, lia } = await companyWith([{}, {}, {}])
  expect(await ids(lia, 'perPage=2&page=9')).toEqual({ ids: [], rows: [], total: '3' })
  await portal.given.user(`ana${count}@l.example`, accountId, ['AccessInvoices'])
  const ana = await portal.signIn(`ana${count}@l.example`)
  const far = (await companyWith([])).lia
  for (const path of ['costs', 'csv', 'held']) {
    const at = `/api/license/${path}?companyFilter=${accountId}`
    expect((await portal.stranger.get(at)).statusCode).toBe(401)
    expect((await ana.get(at)).statusCode).toBe(403)
    expect((await far.get(at)).statusCode).toBe(403)
  }
  expect((await far.get('/api/license/costs')).json()).toMatchObject({ count: 0, totals: [] })
  expect((await lia.get('/api/license/held?sort=size')).statusCode).toBe(400)
})
