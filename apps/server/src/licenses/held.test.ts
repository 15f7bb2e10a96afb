import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import type { HeldLicense, LineItem } from '@portal/domain/licenses/licenses.schema'
import { addedItem, cancelledItem, changedItem } from '@portal/domain/licenses/line-items'
import { givenCatalogue } from '../../test/catalogue.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../test/portal.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

let portal: TestPortal
let lia: Browser
let count = 0
let accountId: string

beforeAll(async () => {
  portal = await startTestPortal()
  await givenCatalogue(portal.system)
})
afterAll(() => portal.close())

async function newCompany() {
  count += 1
  accountId = `LH${count}`
  await portal.given.company(accountId)
  await portal.given.user(`lia${count}@h.example`, accountId, ['AccessLicenses'])
  lia = await portal.signIn(`lia${count}@h.example`)
}

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
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

test('what is added is held from its day on, what is cancelled until its day, what is changed goes on', async () => {
  await newCompany()
  await submit([add('Eurex', 'ann', 1), add('ICE', 'ann', 2), add('Eurex', 'bob', 3)])
  await submit([cancel('Eurex', 'ANN ', 9), change('ICE', 'ann', 'cleo', 5)])
  expect(brief(await held())).toEqual([
    `Eurex ann ${soon(1)} ${soon(9)}`,
    `Eurex bob ${soon(3)} `,
    `ICE ann ${soon(2)} ${soon(5)}`,
    `ICE cleo ${soon(5)} `,
  ])
  // Cancelled before it would have started: it never was.
  await submit([cancel('ICE', 'cleo', 4)])
  expect(brief(await held('&search=cleo'))).toEqual([])
  expect(await held('&search=bob')).toMatchObject([
    { productName: 'TT Pro', productSku: '10010', monthlyPrice: 1575, currencyIsoCode: 'USD' },
  ])
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

interface Held {
  network: string
  user: string
  from: string
  to: string | null
}

/** The rule in the plainest words there are. */
function model(items: LineItem[]): Held[] {
  const all: Held[] = []
  for (const item of items) {
    const isChange = item.customerOrderRequestTypeId === 3
    const network = isChange ? item.oldNetworkName : item.networkName
    const user = isChange ? item.oldUserName : item.userName
    if (item.customerOrderRequestTypeId !== 1) {
      const first = all.find(
        (one) => one.to === null && one.network === network && one.user === user,
      )
      if (first) first.to = item.dateRequired > first.from ? item.dateRequired : first.from
    }
    if (item.customerOrderRequestTypeId !== 2)
      all.push({
        network: item.networkName,
        user: item.userName!,
        from: item.dateRequired,
        to: null,
      })
  }
  return all
}

test('random orders: the licenses are those of the rule, and the same when derived anew', async () => {
  const network = fc.constantFrom<NetworkName>('Eurex', 'ICE')
  const user = fc.constantFrom('ann', 'bob', 'cleo')
  const days = fc.integer({ min: 0, max: 12 })
  const item = fc.oneof(
    fc.tuple(network, user, days).map((given) => add(...given)),
    fc.tuple(network, user, days).map((given) => cancel(...given)),
    fc
      .tuple(network, user, user, days)
      .filter(([, from, to]) => from !== to)
      .map((given) => change(...given)),
  )
  const orders = fc.array(fc.array(item, { minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(orders, async (wanted) => {
      await newCompany()
      for (const lineItems of wanted) await submit(lineItems)
      const expected = model(wanted.flat()).map(asText).sort()
      expect((await stored()).sort()).toEqual(expected)
      await portal.system.query(sql`select derive_licenses(${accountId})`)
      expect((await stored()).sort()).toEqual(expected)
    }),
    { numRuns: runs(25) },
  )
}, 60_000)

const asText = ({ network, user, from, to }: Held) => [network, user, from, to].join(' ')

async function stored(): Promise<string[]> {
  const { rows } = await portal.system.query<Held>(sql`
    select network_name as network, user_name as "user", starts_on as "from", ends_on as "to"
      from license where account_id = ${accountId}`)
  return rows.map(asText)
}

test('orders at once that each cancel one of several licenses end all of them', async () => {
  await newCompany()
  const days = Array.from({ length: 8 }, (_, nth) => nth + 1)
  await submit(days.map((day) => add('Eurex', 'ann', day)))
  await Promise.all(days.map((day) => submit([cancel('Eurex', 'ann', 20 + day)])))
  expect((await held()).filter(({ endsOn }) => endsOn === null)).toEqual([])
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

test('what a person submitted stays as it was accepted, whatever the books send later', async () => {
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
