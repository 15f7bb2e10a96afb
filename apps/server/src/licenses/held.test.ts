import { brotliDecompressSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LicenseOrderDetails, MonthlyEffect } from '@portal/domain/licenses/licenses.schema'
import { cancelledItem } from '@portal/domain/licenses/line-items'
import {
  accountId,
  add,
  cancel,
  change,
  chosen,
  held,
  idOf,
  lia,
  license,
  licensePortal,
  newCompany,
  order,
  send,
  submit,
  take,
} from '../../test/licenses/license-desk.ts'
import { soon } from '../../test/portal/soon.ts'

const portal = licensePortal()

const brief = async (query?: string) =>
  (await held(query)).map(({ networkName, userName, startsOn, endsOn }) =>
    [networkName, userName, startsOn, endsOn].join(' '),
  )

test('added licenses are held from their day on, cancelled ones until their end, and changed ones continue', async () => {
  await submit(add('ann', 1, 'Eurex'), add('ann', 2), add('bob', 3, 'Eurex'))
  await submit(cancel('ANN ', 9, undefined, 'Eurex'), change('ann', 'cleo', 5))
  expect(await brief()).toEqual([
    `Eurex ann ${soon(1)} ${soon(9)}`,
    `Eurex bob ${soon(3)} `,
    `ICE ann ${soon(2)} `,
  ])
  const [changed] = await held('&search=ann&networkName=ICE')
  const asked = { type: 3, day: soon(5), networkName: 'ICE', userName: 'cleo' }
  expect(changed).toMatchObject({ userName: 'ann', asked })
  // Canceled before the change takes effect, so the user never changes.
  await submit(cancel('ann', 4))
  expect(await held('&search=ann&networkName=ICE')).toMatchObject([
    { licenseId: changed!.licenseId, userName: 'ann', endsOn: soon(4), asked: { type: 2 } },
  ])
  // Canceled before its start, so the license never existed.
  await submit(cancel('bob', 2, undefined, 'Eurex'))
  expect(await brief('&search=bob')).toEqual([])
  expect(await held('&search=eurex')).toMatchObject([
    { productName: 'TT Pro', productSku: '10010', monthlyPrice: 1575, currencyIsoCode: 'USD' },
  ])
})

test('every license names the order that added it, and a page has up to 3,000', async () => {
  const orders = [
    await submit(add('ann', 1)),
    await submit(add('bob', 1), change('ann', 'cleo', 3)),
  ]
  const rows = await held()
  expect(rows.map(({ orderId }) => orderId)).toEqual(orders.map(({ id }) => id))
  expect((await lia.get('/api/license/held?perPage=3000')).json()).toEqual(rows)
  expect((await lia.get('/api/license/held?perPage=3001')).statusCode).toBe(400)
})

test('concurrent orders that each cancel one of several licenses end all of them', async () => {
  await submit(...[1, 2, 3, 4, 5, 6, 7, 8].map((day) => add('ann', day)))
  const all = await held()
  await Promise.all(all.map((one, nth) => submit(cancel('ann', 20 + nth, one))))
  expect((await held()).map(({ endsOn }) => endsOn)).toEqual(all.map((_, nth) => soon(20 + nth)))
})

test('orders of the books count: added, changed and deleted by an import, whatever their items contain', async () => {
  const line = (userName: string | null, dateRequired: unknown) => ({
    customerOrderRequestTypeId: 1,
    productSku: '10010',
    networkName: 'ICE',
    userName,
    dateRequired,
  })
  await take(
    order([line('ann', '2026-01-19'), line(null, 'soon'), line('bob', '2026-02-30')]),
    order([line('cleo', null)], { id: idOf('B') }),
  )
  expect(await brief()).toEqual([
    'ICE  2026-01-10 ',
    'ICE ann 2026-01-19 ',
    'ICE bob 2026-01-10 ',
    'ICE cleo 2026-01-10 ',
  ])
  const gone = { record: 'delete', accountId: undefined, kind: 'licenseOrder', key: idOf('B') }
  await take(order([line('dora', '2026-01-19')]), gone)
  expect(await brief()).toEqual(['ICE dora 2026-01-19 '])
})

test('a submitted order keeps its accepted content, whatever the books send later', async () => {
  await take(order([add('ann')], { status: 'Draft' }))
  const [{ id }] = (await lia.get('/api/license')).json<[{ id: number }]>()
  expect((await send([add('bob')], { id, notes: 'mine' })).statusCode).toBe(200)
  await take(order([add('cleo')], { status: 'Draft' }))
  const accepted = { status: 'Submitted', notes: 'mine', lineItems: [{ userName: 'bob' }] }
  expect((await lia.get(`/api/license/${id}`)).json()).toMatchObject(accepted)
  expect(await brief()).toEqual([`ICE bob ${soon(2)} `])
})

const found = async (query: string) => {
  const answer = await lia.get(`/api/license/held?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const rows = answer.json<HeldLicense[]>()
  const ids = rows.map(({ licenseId }) => licenseId.slice(accountId.length + 1))
  return { ids: ids.join(''), rows, total: answer.headers['x-count'] }
}
const costs = async (query: string) => (await lia.get(`/api/license/costs?${query}`)).json<object>()

test('the filter for missing prices finds records without a price, and ordered licenses without a list price', async () => {
  await take(
    license('0', { monthlyPrice: '0.00' }),
    license('1'),
    license('2', { productId: '10085' }),
    license('3', { productId: 'GONE' }),
  )
  const { rows } = await found('standing=unpriced')
  expect(rows.map(({ licenseId }) => licenseId).sort()).toEqual(['1', '2', '3'].map(idOf))
  expect(await costs('standing=unpriced')).toMatchObject({
    count: 3,
    totals: [{ currencyIsoCode: 'USD', amount: 1575, basis: 'list' }],
    unpriced: 2,
  })
  await newCompany()
  await submit(add('ann'), add('ann', 2, 'ICE', '10085'))
  expect((await found('standing=unpriced')).rows).toMatchObject([
    { productSku: '10085', monthlyPrice: null, isListPrice: false },
  ])
})

test('licenses that a pending order cancels are among those that end; an order number finds the licenses it added', async () => {
  await take(license('0', { networkId: null }), license('1', { userName: 'ben' }))
  const at = { networkId: null, networkName: '', userName: 'ann', dateRequired: soon(5) }
  await submit(cancelledItem('10010', at, chosen(idOf('0'))))
  expect((await found('standing=ending')).ids).toBe('0')
  expect(await costs('standing=ending')).toMatchObject({ count: 1 })
  expect((await found('search=%231')).ids).toBe('')
  expect((await found(`search=${idOf('1')}`)).ids).toBe('1')
})

test('a long list is compressed for browsers that accept it', async () => {
  await take(...Array.from({ length: 30 }, (_, nth) => license(`${nth}`)))
  const at = `/api/license/held?perPage=500&companyFilter=${accountId}`
  const plain = await lia.get(at)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await lia.get(at, { headers: { 'accept-encoding': 'gzip, br' } })
  const headers = { 'content-encoding': 'br', vary: 'accept-encoding', 'x-count': '30' }
  expect(packed.headers).toMatchObject(headers)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(plain.json())
})

test('the list is sorted, searched and paged; the file has the same order, and the costs are of the licenses found', async () => {
  const euros = { monthlyPrice: '1500.00', currencyIsoCode: 'EUR' }
  await take(
    license('0', { userName: 'desk 10', monthlyPrice: '99.95', since: '2026-03-01' }),
    license('1', { userName: 'desk 9', networkId: 'EUREX', ...euros }),
    license('2', { userName: 'Ünal', networkId: 'N-9', status: 'Suspended', since: soon(9) }),
  )
  const search = 'search=DESK&sort=price&direction=descending'
  for (const [query, expected] of [
    ['sort=user&direction=ascending', '102'],
    ['sort=user&direction=descending', '201'],
    ['sort=network&direction=ascending', '102'],
    ['sort=since&direction=ascending', '102'],
    ['sort=price&direction=ascending', '012'],
    ['sort=price&direction=ascending&perPage=2&page=2', '2'],
    ['standing=suspended', '2'],
    ['standing=starting', '2'],
    [search, '10'],
  ] as const)
    expect([query, (await found(query)).ids]).toEqual([query, expected])
  expect(await found(search)).toMatchObject({ total: '2' })
  expect(await costs('search=DESK')).toMatchObject({
    count: 2,
    totals: [
      { currencyIsoCode: 'EUR', amount: 1500, basis: 'records' },
      { currencyIsoCode: 'USD', amount: 99.95, basis: 'records' },
    ],
  })
  const csv = (await lia.get(`/api/license/csv?${search}`)).body.split('\r\n').slice(1, -1)
  expect(csv.map((line) => line.split(',')[0])).toEqual([`"${idOf('1')}"`, `"${idOf('0')}"`])
  expect(await found('perPage=2&page=9')).toEqual({ ids: '', rows: [], total: '3' })
})

// Returns what an order changes per month.

const effectNow = async (id: number) =>
  (await lia.get(`/api/license/${id}`)).json<LicenseOrderDetails>().consent!.monthlyEffect
const inEuros = { monthlyPrice: '90.00', currencyIsoCode: 'EUR' }
const ofList = { totals: [{ currencyIsoCode: 'USD', amount: -1575, basis: 'list' }], unpriced: 0 }

test('a cancelled license saves the price of its record: in the details, the mail and the history, also when the record changes later', async () => {
  await take(license('0', inEuros), license('1', { userName: 'ben' }))
  const effect: MonthlyEffect = {
    totals: [{ currencyIsoCode: 'EUR', amount: -90, basis: 'records' }],
    unpriced: 0,
  }
  const { id, consent } = await submit(cancel('ann', 5, chosen(idOf('0'))))
  expect(consent!.monthlyEffect).toEqual(effect)
  const { rows } = await portal.system.query<{ text: string }>(sql`
    select content::text as text from mail where account_id = ${accountId}
     union all
    select description from history_entry where account_id = ${accountId} and category = 'License'`)
  expect(rows).toHaveLength(2)
  for (const { text } of rows) {
    expect(text).toContain('\u2212€90.00 a month by our records')
    expect(text).not.toMatch(/list price|1,575/)
  }
  await take(license('0', { monthlyPrice: '120.00', currencyIsoCode: 'CHF' }))
  expect(await effectNow(id)).toEqual(effect)
  // Only the server can find a license that is named by network and user.
  expect((await submit(cancel('ben'))).consent!.monthlyEffect).toEqual(ofList)
})

test('the effect of an order submitted before records counted stays at list prices, as accepted', async () => {
  await take(license('0', inEuros))
  const { id } = await submit(cancel('ann', 5, chosen(idOf('0'))))
  const stored = { totals: [{ currencyIsoCode: 'USD', amount: -1575 }], unpriced: 0 }
  await portal.system.query(sql`
    update license_order_consent set monthly_effect = ${JSON.stringify(stored)}
     where account_id = ${accountId} and order_id = ${id}`)
  expect(await effectNow(id)).toEqual(ofList)
})

test('the named licenses in force are returned, with an announced price in its own currency', async () => {
  await take(license('0'))
  const theirs = idOf('0')
  await newCompany()
  const yen = { nextMonthlyPrice: '9500', nextPriceFrom: soon(30), currencyIsoCode: 'JPY' }
  await take(
    license('0'),
    license('1', { status: 'Ended' }),
    license('2', { until: soon(-1) }),
    license('3', yen),
  )
  const find = (licenseIds: string[]) => lia.post('/api/license/held', { payload: { licenseIds } })
  const asked = [...['3', '2', '1', '0'].map(idOf), theirs, 'none']
  expect((await find(asked)).json()).toMatchObject([
    {
      licenseId: idOf('3'),
      monthlyPrice: 1575,
      currencyIsoCode: 'USD',
      isListPrice: true,
      nextPrice: { monthlyPrice: 9500, currencyIsoCode: 'JPY' },
    },
    { licenseId: idOf('0'), nextPrice: null },
  ])
  await take(license('0', { status: 'Ended' }))
  expect((await find(asked)).json()).toHaveLength(1)
  expect((await find(Array.from({ length: 3001 }, (_, n) => `L${n}`))).statusCode).toBe(400)
})
