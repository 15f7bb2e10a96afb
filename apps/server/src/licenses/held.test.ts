import { beforeAll, expect, test } from 'vitest'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import { addedItem, cancelledItem, changedItem } from '@portal/domain/licenses/line-items'
import { givenCatalogue } from '../../test/catalogue.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { soon } from '../../test/soon.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

const portal = testPortal()
let lia: Browser
let count = 0
let accountId: string

beforeAll(async () => {
  await givenCatalogue(portal.system)
})

async function newCompany() {
  count += 1
  accountId = `LH${count}`
  await portal.given.company(accountId)
  await portal.given.user(`lia${count}@h.example`, accountId, ['AccessLicenses'])
  lia = await portal.signIn(`lia${count}@h.example`)
}

const networks = { Eurex: 'EUREX', ICE: 'ICE' } as const
type NetworkName = keyof typeof networks
const entry = (networkName: NetworkName, userName: string, days: number) => ({
  networkId: networks[networkName],
  networkName,
  userName,
  dateRequired: soon(days),
})
const add = (network: NetworkName, user: string, days: number, sku = '10010') =>
  addedItem(sku, entry(network, user, days))
const cancel = (network: NetworkName, user: string, days: number) =>
  cancelledItem('10010', entry(network, user, days))
const change = (network: NetworkName, user: string, to: string, days: number) =>
  changedItem('10010', {
    ...entry(network, to, days),
    oldNetworkName: network,
    oldUserName: user,
    ipAddress: '',
    oldIPAddress: '',
  })

async function submit(lineItems: LineItem[]) {
  const answer = await lia.post('/api/license', {
    payload: { user: { accountId }, data: { notes: '', lineItems }, isDraft: false },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
const held = async (query = '') =>
  (await lia.get(`/api/license/held?perPage=500${query}`)).json<HeldLicense[]>()
const brief = (rows: HeldLicense[]) =>
  rows.map(({ networkName, userName, startsOn, endsOn }) =>
    [networkName, userName, startsOn, endsOn].join(' '),
  )

test('added licenses are held from their day on, cancelled ones until theirs, and changed ones continue', async () => {
  await newCompany()
  await submit([add('Eurex', 'ann', 1), add('ICE', 'ann', 2), add('Eurex', 'bob', 3)])
  await submit([cancel('Eurex', 'ANN ', 9), change('ICE', 'ann', 'cleo', 5)])
  expect(brief(await held())).toEqual([
    `Eurex ann ${soon(1)} ${soon(9)}`,
    `Eurex bob ${soon(3)} `,
    `ICE ann ${soon(2)} `,
  ])
  const [changed] = await held('&search=cleo')
  const next = { startsOn: soon(5), networkName: 'ICE', userName: 'cleo', ipAddress: '' }
  expect(changed).toMatchObject({ userName: 'ann', next })
  // Canceled before the change takes effect: the user never changes.
  await submit([cancel('ICE', 'cleo', 4)])
  expect(await held('&search=cleo')).toMatchObject([
    { licenseId: changed!.licenseId, userName: 'ann', endsOn: soon(4), next: null },
  ])
  // Canceled before its start: it never existed.
  await submit([cancel('Eurex', 'bob', 2)])
  expect(brief(await held('&search=bob'))).toEqual([])
  expect(await held('&search=eurex')).toMatchObject([
    { productName: 'TT Pro', productSku: '10010', monthlyPrice: 1575, currencyIsoCode: 'USD' },
  ])
})

test('every license names the order that added it, and a page has up to 3,000', async () => {
  await newCompany()
  await submit([add('Eurex', 'ann', 1)])
  await submit([add('ICE', 'bob', 1), change('Eurex', 'ann', 'cleo', 3)])
  const ids = (await lia.get('/api/license')).json<{ id: number }[]>().map(({ id }) => id)
  const rows = await held()
  expect(rows.map(({ orderId }) => orderId)).toEqual(ids.toReversed())
  expect((await lia.get('/api/license/held?perPage=3000')).json()).toEqual(rows)
  expect((await lia.get('/api/license/held?perPage=3001')).statusCode).toBe(400)
})

test('a draft holds nothing, and another company’s licenses are not seen', async () => {
  await newCompany()
  await submit([add('Eurex', 'ann', 1)])
  await newCompany()
  await lia.post('/api/license', {
    payload: {
      user: { accountId },
      data: { notes: '', lineItems: [add('Eurex', 'bob', 1)] },
      isDraft: true,
    },
  })
  expect(await held()).toEqual([])
})

test('concurrent orders that each cancel one of several licenses end all of them', async () => {
  await newCompany()
  const days = Array.from({ length: 8 }, (_, nth) => nth + 1)
  await submit(days.map((day) => add('Eurex', 'ann', day)))
  const all = await held()
  await Promise.all(
    all.map((license, nth) =>
      submit([cancelledItem('10010', entry('Eurex', 'ann', 20 + nth), license)]),
    ),
  )
  expect((await held()).map(({ endsOn }) => endsOn)).toEqual(all.map((_, nth) => soon(20 + nth)))
})

test('orders of the books count: added, changed and deleted by an import, whatever their items hold', async () => {
  await newCompany()
  const take = (records: object[]) =>
    importRecords(portal.system, [recordSource('orders.ndjson', records)])
  const order = (id: string, lineItems: object[]) => ({
    record: 'licenseOrder',
    id,
    accountId,
    status: 'Submitted',
    createdDate: '2026-01-05T10:00:00Z',
    lineItems,
  })
  const line = (userName: string | null, dateRequired: unknown) => ({
    customerOrderRequestTypeId: 1,
    productSku: '10010',
    networkName: 'Eurex',
    userName,
    dateRequired,
  })
  await take([
    order(`A${count}`, [line('ann', '2026-01-09'), line(null, 'soon'), line('bob', '2026-02-30')]),
    order(`B${count}`, [line('cleo', null)]),
  ])
  const users = async () => brief(await held())
  expect(await users()).toEqual([
    'Eurex  2026-01-05 ',
    'Eurex ann 2026-01-09 ',
    'Eurex bob 2026-01-05 ',
    'Eurex cleo 2026-01-05 ',
  ])
  await take([
    order(`A${count}`, [line('dora', '2026-01-09')]),
    { record: 'delete', kind: 'licenseOrder', key: `B${count}` },
  ])
  expect(await users()).toEqual(['Eurex dora 2026-01-09 '])
})

test('a submitted order stays as accepted, whatever the books send later', async () => {
  await newCompany()
  const take = (userName: string) =>
    importRecords(portal.system, [
      recordSource('orders.ndjson', [
        {
          record: 'licenseOrder',
          id: `C${count}`,
          accountId,
          status: 'Draft',
          createdDate: '2026-01-05T10:00:00Z',
          lineItems: [add('Eurex', userName, 1)],
        },
      ]),
    ])
  await take('ann')
  const [draft] = (await lia.get('/api/license')).json<{ id: number }[]>()
  const lineItems = [add('Eurex', 'bob', 1)]
  const payload = { user: { accountId }, data: { notes: 'mine', lineItems }, isDraft: false }
  expect((await lia.send('PUT', `/api/license/${draft!.id}`, { payload })).statusCode).toBe(200)
  await take('cleo')
  expect((await lia.get(`/api/license/${draft!.id}`)).json()).toMatchObject({
    status: 'Submitted',
    notes: 'mine',
    lineItems: [{ userName: 'bob' }],
  })
  expect(brief(await held())).toEqual([`Eurex bob ${soon(1)} `])
})
