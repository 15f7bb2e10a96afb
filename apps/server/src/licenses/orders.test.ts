import { beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type {
  LicenseOrder,
  LicenseOrderDetails,
  LineItem,
} from '@portal/domain/licenses/licenses.schema'
import { addedItem, cancelledItem, subscriptionItems } from '@portal/domain/licenses/line-items'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { eventsOf } from '../../test/events.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { givenCatalogue } from '../../test/catalogue.ts'

const portal = testPortal()
let lia: Browser
let eve: Browser
let accountId: string
let count = 0
let day: string

beforeAll(async () => {
  await givenCatalogue(portal.system)
  day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
})
beforeEach(async () => {
  count += 1
  accountId = `LO${count}`
  await portal.given.company(accountId)
  await portal.given.company(`LX${count}`)
  await portal.given.user(`lia${count}@l.example`, accountId, ['AccessLicenses'])
  await portal.given.user(`boss${count}@l.example`, accountId, ['ManageUsers'])
  await portal.given.user(`eve${count}@x.example`, `LX${count}`, ['AccessLicenses'])
  lia = await portal.signIn(`lia${count}@l.example`)
  eve = await portal.signIn(`eve${count}@x.example`)
})

const item = (userName = 'mkessler') =>
  addedItem('10010', { networkId: 'EUREX', networkName: 'Eurex', userName, dateRequired: day })
const body = (lineItems: LineItem[], isDraft = true, more: object = {}) => ({
  user: { id: 'whoever', accountId },
  data: { notes: 'Call the desk\nfirst', lineItems },
  isDraft,
  ...more,
})
const post = (payload: object, who = lia, key?: string) =>
  who.post('/api/license', { payload, ...(key && { headers: { 'idempotency-key': key } }) })
const put = (id: number, payload: object, who = lia, key?: string) =>
  who.send('PUT', `/api/license/${id}`, {
    payload,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const draft = async () => (await post(body([item()]))).json<LicenseOrderDetails>()
const list = async (query = '', who = lia) => {
  const answer = await who.get(`/api/license?perPage=25${query}`)
  expect(answer.statusCode).toBe(200)
  return { total: answer.headers['x-count'], rows: answer.json<LicenseOrder[]>() }
}

test('another company’s orders count as unknown', async () => {
  const { id } = await draft()
  for (const path of [
    `/api/license/${id}`,
    `/api/license/lineitems/${id}`,
    `/api/license/confirmation/${id}.pdf`,
  ])
    expect((await eve.get(path)).statusCode, path).toBe(404)
  const theirs = { ...body([item()]), user: { accountId: `LX${count}` } }
  expect((await put(id, theirs, eve)).statusCode).toBe(404)
  expect((await eve.send('DELETE', `/api/license/${id}`)).statusCode).toBe(404)
  expect((await post(body([item()]), eve)).statusCode).toBe(403)
  expect((await list('', eve)).rows).toEqual([])
  expect(await list()).toMatchObject({ total: '1', rows: [{ id, status: 'Draft', version: 1 }] })
})

test('a super admin orders for the named company, under their own name', async () => {
  await portal.given.user(`maya${count}@p.example`, `LX${count}`, [], [], 'SuperAdmin')
  const maya = await portal.signIn(`maya${count}@p.example`)
  const made = (await post(body([item()], false), maya)).json<LicenseOrder>()
  expect(made).toMatchObject({
    accountName: `Company ${accountId}`,
    requestorName: `maya${count} Test`,
  })
  expect((await list()).rows.map(({ id }) => id)).toEqual([made.id])
  const { rows } = await portal.system.query<{ description: string }>(sql`
    select description from history_entry where account_id = ${accountId} and category = 'License'`)
  expect(rows[0]!.description).toMatch(/^Submitted license order .* \(on behalf of the company\)$/)
  const other = await maya.get(`/api/license/${made.id}`)
  expect(other.statusCode).toBe(404)
  const theirs = await maya.get(`/api/license/${made.id}?companyFilter=${accountId}`)
  expect(theirs.statusCode).toBe(200)
})

test('a draft is stored with the requestor of the session, read back, changed and deleted', async () => {
  const made = await draft()
  expect(made).toMatchObject({
    status: 'Draft',
    isDraft: true,
    requestorName: `lia${count} Test`,
    notes: 'Call the desk\nfirst',
    lineItemCount: 1,
    productNames: ['TT Pro'],
    consent: null,
  })
  const changed = await put(made.id, body([item('ann'), item('bob')]))
  expect(changed.json()).toMatchObject({
    id: made.id,
    lineItemCount: 2,
    productNames: ['TT Pro'],
    version: 2,
  })
  expect((await lia.get(`/api/license/lineitems/${made.id}`)).json()).toMatchObject([
    { id: 1, productName: 'TT Pro', userName: 'ann', networkName: 'Eurex' },
    { id: 2, userName: 'bob' },
  ])
  expect((await lia.send('DELETE', `/api/license/${made.id}`)).statusCode).toBe(200)
  expect((await lia.get(`/api/license/${made.id}`)).statusCode).toBe(404)
  expect(await history()).toEqual(['Draft Saved', 'Draft Changed', 'Draft Deleted'])
  expect(await eventsOf(portal, accountId)).toEqual([])
})

test('when two people edit one draft the second is refused, and nothing of the first is lost', async () => {
  const { id, version } = await draft()
  expect((await put(id, body([item('ann')], true, { version }))).statusCode).toBe(200)
  const late = await put(id, body([item('bob')], true, { version }))
  expect([late.statusCode, late.json<{ message: string }>().message]).toEqual([
    409,
    expect.stringContaining('This draft was changed in the meantime'),
  ])
  const [kept] = (await lia.get(`/api/license/lineitems/${id}`)).json<LineItem[]>()
  expect(kept!.userName).toBe('ann')
})

test('a bad item is named and changes nothing', async () => {
  const { id } = await draft()
  for (const [items, fault] of [
    [[item(), item('  ')], 'Item 2, TT Pro: The user name is missing.'],
    [[{ ...item(), productSku: '99999' }], 'Item 1, 99999: This product cannot be ordered.'],
    [
      [{ ...item(), networkId: `LX-NET`, networkName: 'Secret' }],
      'Item 1, TT Pro: Secret is not a network of your company.',
    ],
  ] as [LineItem[], string][]) {
    const answer = await put(id, body(items, false))
    expect(answer.statusCode, fault).toBe(400)
    expect(answer.json<{ message: string }>().message).toContain(fault)
  }
  const old = await put(id, body([item()], false, { termsVersion: '1999-01' }))
  expect(old.statusCode).toBe(409)
  expect(await list()).toMatchObject({
    rows: [{ id, status: 'Draft', version: 1, lineItemCount: 1 }],
  })
})

test('500 items can be ordered at once', async () => {
  const many = Array.from({ length: 500 }, (_, nth) => item(`user-${nth}`))
  expect((await post(body(many, false))).json()).toMatchObject({ lineItemCount: 500 })
  const held = await lia.get('/api/license/held?page=1&perPage=25')
  expect(held.headers['x-count']).toBe('500')
})

test('submitting stores the accepted terms, sends mails and an event, and is final', async () => {
  const { id } = await draft()
  expect((await lia.get(`/license/confirmation/${id}.pdf`)).statusCode).toBe(404)
  const items = [item(), ...subscriptionItems('20010', ['Bank A', 'Bank B'], day).lineItems]
  const answer = await put(id, body(items, false))
  expect(answer.json()).toMatchObject({
    id,
    status: 'Submitted',
    isDraft: false,
    consent: {
      acceptedBy: `lia${count} Test`,
      termsVersion: '2026-11',
      monthlyEffect: { totals: [{ currencyIsoCode: 'USD', amount: 1675 }], unpriced: 0 },
    },
  })
  expect(await eventsOf(portal, accountId)).toMatchObject([
    { type: 'license_order.submitted', data: { orderId: orderNumber(id), accountId } },
  ])
  const { rows: mails } = await portal.system.query<{ recipient: string }>(
    sql`select recipient from mail where account_id = ${accountId} order by recipient`,
  )
  expect(mails.map(({ recipient }) => recipient)).toEqual([
    `boss${count}@l.example`,
    `lia${count}@l.example`,
  ])
  for (const refused of [
    await put(id, body([item('other')])),
    await put(id, body([item('other')], false)),
    await lia.send('DELETE', `/api/license/${id}`),
  ])
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { message: 'This order has been submitted and can no longer be changed.' },
    ])
  expect(await history()).toEqual(['Draft Saved', 'Order Submitted'])
  const pdf = await lia.get(`/license/confirmation/${id}.pdf`)
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('the same request sent ten times at once creates one order; another person’s key is another request', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post(body([item()], false), lia, 'wish-0001')),
  )
  expect(new Set(answers.map((answer) => answer.json<LicenseOrder>().id)).size).toBe(1)
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  await portal.given.user(`lena${count}@l.example`, accountId, ['AccessLicenses'])
  const lena = await portal.signIn(`lena${count}@l.example`)
  await post(body([item()], false), lena, 'wish-0001')
  expect((await list()).total).toBe('2')
  expect(await eventsOf(portal, accountId)).toHaveLength(2)
})

test('a repeated request whose order has changed since is refused with the order’s number, and loses nothing', async () => {
  const { id } = (await post(body([item('ann')]), lia, 'wish-0003')).json<LicenseOrder>()
  const changed = await post(body([item('ann'), item('bob')]), lia, 'wish-0003')
  expect([changed.statusCode, changed.json<{ message: string }>().message]).toEqual([
    409,
    expect.stringContaining(`as P-${id}`),
  ])
  const saved = await put(id, body([item('ann')], true, { version: 1 }), lia, 'wish-0004')
  expect(saved.json()).toMatchObject({ version: 2 })
  const again = await put(id, body([item('ann')], true, { version: 1 }), lia, 'wish-0004')
  expect(again.json()).toMatchObject({ version: 2 })
  const other = await put(id, body([item('cleo')], true, { version: 1 }), lia, 'wish-0004')
  expect(other.statusCode).toBe(409)
  expect((await list()).total).toBe('1')
})

test('a draft submitted twice at once is submitted once', async () => {
  const { id } = await draft()
  const same = await Promise.all(
    Array.from({ length: 5 }, () => put(id, body([item()], false), lia, 'wish-0002')),
  )
  expect(same.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  const second = await draft()
  const different = await Promise.all(
    Array.from({ length: 5 }, (_, nth) =>
      put(second.id, body([item()], false), lia, `wish-1${nth}00`),
    ),
  )
  expect(different.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(different.filter(({ statusCode }) => statusCode === 409)).toHaveLength(4)
  expect(await eventsOf(portal, accountId)).toHaveLength(2)
})

test('a concurrent submit and delete: one of them wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await draft()
    const [submitted, deleted] = await Promise.all([
      put(id, body([item()], false)),
      lia.send('DELETE', `/api/license/${id}`),
    ])
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([submitted.statusCode, deleted.statusCode])
  }
})

test('the list is searched in all its pages by requestor, notes and id, and filtered by status', async () => {
  const first = await draft()
  await post({ ...body([item()], false), data: { notes: 'Needle 100%', lineItems: [item()] } })
  for (let nth = 0; nth < 30; nth += 1) await post(body([], true))
  expect((await list()).rows).toHaveLength(25)
  expect((await list('&page=2')).rows).toHaveLength(7)
  expect(await list('&search=needle')).toMatchObject({
    total: '1',
    rows: [{ status: 'Submitted' }],
  })
  expect((await list('&search=100%25')).total).toBe('1')
  expect((await list(`&search=${first.id}`)).rows.map(({ id }) => id)).toContain(first.id)
  expect((await list('&statusFilter=Submitted')).total).toBe('1')
  expect((await list('&statusFilter=Draft&search=needle')).total).toBe('0')
})

test('products and networks: those on offer, by name, none of another company', async () => {
  const networks = (await lia.get('/api/license/networks')).json<{ shortName: string }[]>()
  expect(networks.map(({ shortName }) => shortName)).toEqual(['Eurex', 'ICE'])
  const [product] = (await lia.get('/api/license/products')).json<object[]>()
  expect(product).toMatchObject({ productId: '30010', monthlyPrice: 1800 })
})

test('a product says by which name it was replaced, or by which number if the portal does not know it', async () => {
  const replaced = async (by: string | null) => {
    await portal.system.query(
      sql`update product set replaced_by = ${by} where product_id = '10010'`,
    )
    const products = (await lia.get('/api/license/products')).json<
      { productId: string; replacedBy: unknown }[]
    >()
    return products.find(({ productId }) => productId === '10010')?.replacedBy
  }
  expect(await replaced('30010')).toBe('CME Gateway')
  expect(await replaced('X-1')).toBe('X-1')
  expect(await replaced(null)).toBeNull()
})

test('a held license can be cancelled on a network that is no longer offered', async () => {
  await portal.system.query(sql`
    insert into shared_network (network_id, short_name) values ('GONE', 'Gone Net')`)
  const gone = { networkId: 'GONE', networkName: 'Gone Net', userName: 'ann', dateRequired: day }
  expect((await post(body([addedItem('10010', gone)], false))).statusCode).toBe(200)
  await portal.system.query(sql`delete from shared_network where network_id = 'GONE'`)
  const cancel = cancelledItem('10010', {
    networkName: 'Gone Net',
    userName: 'ann',
    dateRequired: day,
  })
  expect((await post(body([cancel], false))).statusCode).toBe(200)
  const again = { ...cancel, networkName: 'Never Net' }
  expect((await post(body([again], false))).statusCode).toBe(400)
})

async function history(): Promise<string[]> {
  const { rows } = await portal.system.query<{ entry_type: string }>(sql`
    select entry_type from history_entry where account_id = ${accountId} and category = 'License' order by id`)
  return rows.map((row) => row.entry_type)
}
