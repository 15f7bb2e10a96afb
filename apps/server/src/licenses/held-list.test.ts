import { brotliDecompressSync } from 'node:zlib'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import { addedItem, cancelledItem } from '@portal/domain/licenses/line-items'
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

test('the list is sorted, searched and paged; the file has its order, and the costs are of what is found', async () => {
  const { accountId, lia } = await companyWith([
    { userName: 'desk 10', networkId: 'ICE', monthlyPrice: '99.95', since: '2026-03-01' },
    { userName: 'desk 9', networkId: 'EUREX', monthlyPrice: '1500.00', currencyIsoCode: 'EUR' },
    { userName: 'Ünal', networkId: 'N-9', status: 'Suspended', since: soon(9) },
  ])
  const sorted = async (query: string) =>
    (await ids(lia, query)).ids.map((id) => id.slice(accountId.length + 1)).join('')
  expect(await sorted('sort=user&direction=ascending')).toBe('102')
  expect(await sorted('sort=user&direction=descending')).toBe('201')
  expect(await sorted('sort=network&direction=ascending')).toBe('102')
  expect(await sorted('sort=since&direction=ascending')).toBe('102')
  expect(await sorted('sort=price&direction=ascending')).toBe('012')
  expect(await sorted('sort=price&direction=ascending&perPage=2&page=2')).toBe('2')
  expect(await sorted('standing=suspended')).toBe('2')
  expect(await sorted('standing=starting')).toBe('2')
  const search = 'search=DESK&sort=price&direction=descending'
  expect(await ids(lia, search)).toMatchObject({ total: '2' })
  expect(await sorted(search)).toBe('10')
  expect((await lia.get('/api/license/costs?search=DESK')).json()).toMatchObject({
    count: 2,
    totals: [
      { currencyIsoCode: 'EUR', amount: 1500, basis: 'records' },
      { currencyIsoCode: 'USD', amount: 99.95, basis: 'records' },
    ],
  })
  const csv = (await lia.get(`/api/license/csv?${search}`)).body.split('\r\n').slice(1, -1)
  expect(csv.map((line) => line.split(',')[0])).toEqual([`"${accountId}-1"`, `"${accountId}-0"`])
  expect(await ids(lia, 'perPage=2&page=9')).toEqual({ ids: [], rows: [], total: '3' })
})
