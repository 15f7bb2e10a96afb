import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type {
  KeptUnsentOrder,
  LicenseOrder,
  LicenseOrderDetails,
  LineItem,
} from '@portal/domain/licenses/licenses.schema'
import { subscriptionItems } from '@portal/domain/licenses/line-items'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { eventsOf } from '../../test/integration/events.ts'
import {
  accountId,
  add,
  cancel,
  held,
  lia,
  licensePortal,
  outsider,
  person,
  send,
  submit,
} from '../../test/licenses/license-desk.ts'
import { soon } from '../../test/portal/soon.ts'

const portal = licensePortal()

const draft = async (lineItems: object[] = [add()], more: object = {}) =>
  (await send(lineItems, { isDraft: true, ...more })).json<LicenseOrderDetails>()
const list = async (query = '') => {
  const answer = await lia.get(`/api/license?perPage=25${query}`)
  return { total: answer.headers['x-count'], rows: answer.json<LicenseOrder[]>() }
}
const remove = (id: number, who = lia) => who.send('DELETE', `/api/license/${id}`)
const verdict = async (sent: ReturnType<typeof send>) => {
  const answer = await sent
  return [answer.statusCode, answer.json<{ message: string }>().message]
}
async function history(): Promise<string[]> {
  const { rows } = await portal.system.query<{ entry_type: string }>(sql`
    select entry_type from history_entry where account_id = ${accountId} and category = 'License' order by id`)
  return rows.map((row) => row.entry_type)
}

test('another company’s order is neither changed nor deleted', async () => {
  const { id } = await draft()
  const eve = await outsider()
  const answers = [
    await send([add()], { id, who: eve, of: `X${accountId}` }),
    await remove(id, eve),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  expect(await list()).toMatchObject({ total: '1', rows: [{ id, status: 'Draft', version: 1 }] })
})

test('a super admin orders for the named company, under their own name', async () => {
  const maya = await outsider('SuperAdmin')
  const made = (await send([add()], { who: maya })).json<LicenseOrder>()
  expect(made).toMatchObject({ accountName: `Company ${accountId}`, requestorName: 'eve Test' })
  expect((await list()).rows.map(({ id }) => id)).toEqual([made.id])
  const { rows } = await portal.system.query<{ description: string }>(sql`
    select description from history_entry where account_id = ${accountId} and category = 'License'`)
  expect(rows[0]!.description).toMatch(/^Submitted license order .* \(on behalf of the company\)$/)
  expect((await maya.get(`/api/license/${made.id}`)).statusCode).toBe(404)
  const theirs = await maya.get(`/api/license/${made.id}?companyFilter=${accountId}`)
  expect(theirs.statusCode).toBe(200)
})

test('a draft is stored with the requestor of the session, read back, changed and deleted', async () => {
  const made = await draft([add()], { notes: 'Call the desk\nfirst' })
  expect(made).toMatchObject({
    status: 'Draft',
    isDraft: true,
    requestorName: 'lia Test',
    notes: 'Call the desk\nfirst',
    lineItemCount: 1,
    productNames: ['TT Pro'],
    consent: null,
  })
  const { id } = made
  const changed = { id, lineItemCount: 2, productNames: ['TT Pro'], version: 2 }
  expect(await draft([add('ann'), add('bob')], { id })).toMatchObject(changed)
  expect((await lia.get(`/api/license/lineitems/${id}`)).json()).toMatchObject([
    { id: 1, productName: 'TT Pro', userName: 'ann', networkName: 'ICE' },
    { id: 2, userName: 'bob' },
  ])
  expect((await remove(id)).statusCode).toBe(200)
  expect((await lia.get(`/api/license/${id}`)).statusCode).toBe(404)
  expect(await history()).toEqual(['Draft Saved', 'Draft Changed', 'Draft Deleted'])
  expect(await eventsOf(portal, accountId)).toEqual([])
})

test('when two people edit one draft, the second is refused, and no change of the first is lost', async () => {
  const { id, version } = await draft()
  expect(await draft([add('ann')], { id, version })).toMatchObject({ version: 2 })
  expect(await verdict(send([add('bob')], { id, version, isDraft: true }))).toEqual([
    409,
    `lia Test changed draft #P-${id}.`,
  ])
  const [kept] = (await lia.get(`/api/license/lineitems/${id}`)).json<LineItem[]>()
  expect(kept!.userName).toBe('ann')
})

test('an invalid item is named and changes nothing', async () => {
  const { id } = await draft()
  for (const [items, fault] of [
    [[add(), add('  ')], 'Item 2, TT Pro: The user name is missing.'],
    [[{ ...add(), productSku: '99999' }], 'Item 1, 99999: This product cannot be ordered.'],
    [
      [{ ...add(), networkId: `LX-NET`, networkName: 'Secret' }],
      'Item 1, TT Pro: Secret is not a network of your company.',
    ],
  ] as [LineItem[], string][])
    expect(await verdict(send(items, { id }))).toEqual([400, expect.stringContaining(fault)])
  expect((await send([add()], { id, termsVersion: '1999-01' })).statusCode).toBe(409)
  const kept = { id, status: 'Draft', version: 1, lineItemCount: 1 }
  expect(await list()).toMatchObject({ rows: [kept] })
})

test('500 items can be ordered at once', async () => {
  const many = Array.from({ length: 500 }, (_, nth) => add(`user-${nth}`))
  expect(await submit(...many)).toMatchObject({ lineItemCount: 500 })
  expect(await held()).toHaveLength(500)
})

test('submitting stores the accepted terms, sends mails and an event, and is final', async () => {
  await person('boss', ['ManageUsers'])
  const { id } = await draft()
  const pdf = () => lia.get(`/license/confirmation/${id}.pdf`)
  expect((await pdf()).statusCode).toBe(404)
  const items = [add(), ...subscriptionItems('20010', ['Bank A', 'Bank B'], soon(1))]
  expect((await send(items, { id })).json()).toMatchObject({
    id,
    status: 'Submitted',
    isDraft: false,
    consent: {
      acceptedBy: 'lia Test',
      termsVersion: '2026-11',
      monthlyEffect: { totals: [{ currencyIsoCode: 'USD', amount: 1675 }], unpriced: 0 },
    },
  })
  expect(await eventsOf(portal, accountId)).toMatchObject([
    {
      type: 'license_order.submitted',
      data: { orderId: orderNumber(id), recordId: null, accountId },
    },
  ])
  const { rows: mails } = await portal.system.query<{ recipient: string }>(
    sql`select recipient from mail where account_id = ${accountId} order by recipient`,
  )
  expect(mails.map(({ recipient }) => recipient.split('@')[0])).toEqual(['boss', 'lia'])
  for (const refused of [
    send([add('other')], { id, isDraft: true }),
    send([add('other')], { id }),
    remove(id),
  ])
    expect(await verdict(refused)).toEqual([
      409,
      'This order has been submitted and can no longer be changed.',
    ])
  expect(await history()).toEqual(['Draft Saved', 'Order Submitted'])
  const { statusCode, headers, rawPayload } = await pdf()
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('the consent covers the shown terms: worse terms are refused, better ones are ordered', async () => {
  const shown = (monthlyPrice: number, productName = 'TT Pro', currencyIsoCode = 'USD') => [
    { productName, price: { monthlyPrice, currencyIsoCode, isListPrice: true } },
  ]
  const { id } = await draft()
  const refused = (way: object, seen: ReturnType<typeof shown>) =>
    verdict(send([add()], { ...way, shown: seen }))
  for (const way of [{ id }, {}]) {
    expect(await refused(way, shown(100))).toEqual([
      409,
      'The order has changed. TT Pro is now +$1,575.00 a month at list prices, not +$100.00 a month at list prices. Nothing was ordered. Please check it and submit it again.',
    ])
    for (const seen of [shown(1575, 'TT Standard'), shown(1575, 'TT Pro', 'EUR'), []])
      expect((await refused(way, seen))[0]).toBe(409)
  }
  expect([await held(), await list('&statusFilter=Submitted')]).toMatchObject([[], { total: '0' }])

  const sent = await send([add()], { id, shown: shown(1600) })
  const total = (amount: number) => ({ totals: [{ amount, currencyIsoCode: 'USD' }] })
  expect(sent.json()).toMatchObject({ consent: { monthlyEffect: total(1575), shown: total(1600) } })
  expect((await submit(add('bob'))).consent).toMatchObject({ shown: null })
  const { rows } = await portal.system.query<{ text: string }>(sql`
    select content::text as text from mail where account_id = ${accountId} and about = ${`license order ${id}`}
     union all
    select description from history_entry where account_id = ${accountId} and description like ${`%P-${id} %a month%`}`)
  expect(rows).toHaveLength(2)
  for (const { text } of rows)
    expect(text).toMatch(
      /\+\$1,575\.00 a month .* \(\+\$1,600\.00 a month .* when it was confirmed\)/,
    )
  await portal.system.query(
    sql`update product set description = 'Renamed' where product_id = '10010'`,
  )
  const [line] = (await lia.get(`/api/license/lineitems/${id}`)).json<{ productName: string }[]>()
  expect(line!.productName).toBe('TT Pro')
  await portal.system.query(
    sql`update product set description = 'TT Pro' where product_id = '10010'`,
  )
})

test('the same request sent ten times at once creates one order; another person’s key is another request', async () => {
  const key = 'wish-0001'
  const answers = await Promise.all(Array.from({ length: 10 }, () => send([add()], { key })))
  expect(new Set(answers.map((answer) => answer.json<LicenseOrder>().id)).size).toBe(1)
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  await send([add()], { key, who: await person('lena') })
  expect((await list()).total).toBe('2')
  expect(await eventsOf(portal, accountId)).toHaveLength(2)
})

test('a repeated request whose order has changed since is refused with the order’s number, and loses nothing', async () => {
  const { id } = await draft([add('ann')], { key: 'wish-0003' })
  const longer = send([add('ann'), add('bob')], { key: 'wish-0003', isDraft: true })
  expect(await verdict(longer)).toEqual([409, expect.stringContaining(`as P-${id}`)])
  const sending = { id, version: 1, key: 'wish-0004', isDraft: true }
  for (const _ of ['saved', 'repeated'])
    expect(await draft([add('ann')], sending)).toMatchObject({ version: 2 })
  const { version: _version, ...unversioned } = sending
  expect(await verdict(send([add('cleo')], unversioned))).toEqual([
    409,
    expect.stringMatching(/^This idempotency key was sent before, with other content/),
  ])
  expect((await list()).total).toBe('1')
})

test('a draft submitted twice at once is submitted once', async () => {
  const statusesOf = async (keyOf: (nth: number) => string) => {
    const { id } = await draft()
    const five = [0, 1, 2, 3, 4].map((nth) => send([add()], { id, key: keyOf(nth) }))
    return (await Promise.all(five)).map(({ statusCode }) => statusCode).sort()
  }
  expect(await statusesOf(() => 'wish-0002')).toEqual([200, 200, 200, 200, 200])
  expect(await statusesOf((nth) => `wish-1${nth}00`)).toEqual([200, 409, 409, 409, 409])
  expect(await eventsOf(portal, accountId)).toHaveLength(2)
})

test('a concurrent submit and delete: one of them wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await draft()
    const answers = await Promise.all([send([add()], { id }), remove(id)])
    expect(['200 409', '404 200']).toContain(answers.map((one) => one.statusCode).join(' '))
  }
})

test('the list is searched in all its pages by requestor, notes and id, and filtered by status', async () => {
  const first = await draft()
  await send([add()], { notes: 'Needle 100%' })
  for (let nth = 0; nth < 30; nth += 1) await draft([])
  expect((await list()).rows).toHaveLength(25)
  expect((await list('&page=2')).rows).toHaveLength(7)
  const needle = { total: '1', rows: [{ status: 'Submitted' }] }
  for (const query of ['search=needle', 'search=100%25', 'statusFilter=Submitted'])
    expect(await list(`&${query}`)).toMatchObject(needle)
  for (const number of ['', 'P-', '%23P-', '%23p-'])
    expect((await list(`&search=${number}${first.id}`)).rows.map(({ id }) => id)).toContain(
      first.id,
    )
  expect((await list('&statusFilter=Draft&search=needle')).total).toBe('0')
})

test('products and networks on offer are listed by name, without those of another company', async () => {
  const networks = (await lia.get('/api/license/networks')).json<{ shortName: string }[]>()
  expect(networks.map(({ shortName }) => shortName)).toEqual(['Eurex', 'ICE'])
  const [product] = (await lia.get('/api/license/products')).json<object[]>()
  expect(product).toMatchObject({ productId: '30010', monthlyPrice: 1800 })
})

test('a product names its replacement, by number if the portal does not know the replacement', async () => {
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
    insert into shared_network (network_id, short_name) values ('GONE', 'Gone')`)
  await submit(add('ann', 1, 'Gone'))
  await portal.system.query(sql`delete from shared_network where network_id = 'GONE'`)
  await submit(cancel('ann', 1, undefined, 'Gone'))
  expect((await send([cancel('ann', 1, undefined, 'Never')])).statusCode).toBe(400)
})

// An order that a user has not sent yet.

const orderOf = (userName: string, of: object | null = null) => ({
  data: { notes: '', lineItems: [add(userName)] },
  draft: of,
  key: `key-of-${userName}`,
  itemKeys: [userName],
})
const read = async (who = lia, query = '') =>
  (await who.get(`/api/license/unsent${query}`)).json<KeptUnsentOrder>()
const keep = (revision: number, order: object | null, who = lia, query = '') =>
  who.send('PUT', `/api/license/unsent${query}`, { payload: { revision, order } })
const save = (userName: string, more: object = {}) =>
  send([add(userName)], { key: `key-of-${userName}`, isDraft: true, ...more })

test('each person has a separate order for each company', async () => {
  const [kim, maya] = [await person('kim'), await outsider('SuperAdmin')]
  const nothing = { revision: 0, order: null, savedFrom: null, draft: null }
  expect(await read()).toEqual(nothing)
  const kept = { ...nothing, revision: 1, order: orderOf('ann') }
  expect((await keep(0, orderOf('ann'))).json()).toEqual(kept)
  expect((await read(kim)).order).toBeNull()
  const query = `?companyFilter=${accountId}`
  await keep(0, orderOf('theirs'), maya, query)
  expect((await read(maya)).order).toBeNull()
  expect((await read(maya, query)).order).toEqual(orderOf('theirs'))
  expect((await read()).order).toEqual(orderOf('ann'))
})

test('a change of an older version is refused, even if the content is the same', async () => {
  await keep(0, orderOf('ann'))
  expect((await keep(1, orderOf('bob'))).json()).toMatchObject({ revision: 2 })
  for (const userName of ['cleo', 'bob'])
    expect(await verdict(keep(1, orderOf(userName)))).toEqual([
      409,
      expect.stringMatching(/^Your order was changed in another window/),
    ])
  expect((await keep(0, orderOf('cleo'))).statusCode).toBe(409)
  expect((await keep(99, null)).statusCode).toBe(409)
  expect((await read()).order).toEqual(orderOf('bob'))
})

test('saving empties the unsent order in the same transaction, and returns the saved order', async () => {
  await keep(0, orderOf('dora'))
  expect((await save('dora', { unsentRevision: 0 })).statusCode).toBe(409)
  expect((await list()).total).toBe('0')
  const { id } = (await save('dora', { unsentRevision: 1 })).json<LicenseOrderDetails>()
  const saved = { id, status: 'Draft', version: 1, changedBy: 'lia Test' }
  const settled = { revision: 2, order: null, savedFrom: 1, draft: saved }
  expect(await read()).toMatchObject(settled)
  // The response was lost. A repeat finds the same order and does not clear the unsent order again.
  await keep(2, orderOf('emil'))
  expect((await save('dora', { unsentRevision: 1 })).json()).toMatchObject({ id })
  expect(await read()).toEqual({ revision: 3, order: orderOf('emil'), savedFrom: 1, draft: null })
})

test('an order saved by a server of the previous release counts as saved', async () => {
  await keep(0, orderOf('dora'))
  const { id } = (await save('dora')).json<LicenseOrderDetails>()
  await portal.system.query(sql`
    update unsent_order set revision = 2, content = null, became = ${id} where account_id = ${accountId}`)
  expect(await read()).toMatchObject({ order: null, savedFrom: 1, draft: { id } })
})

test('an order opened from a draft comes with the draft’s current state', async () => {
  const kim = await person('kim')
  const { id } = (await save('emil')).json<LicenseOrderDetails>()
  await keep(0, orderOf('emil', { id, version: 1, isEdited: true }))
  expect((await read()).draft).toMatchObject({ id, status: 'Draft', version: 1 })
  await send([add('emil')], { who: kim, id, version: 1, isDraft: true, notes: 'kim' })
  expect((await read()).draft).toMatchObject({ version: 2, changedBy: 'kim Test' })
  await send([add('emil')], { who: kim, id, version: 2 })
  expect((await read()).draft).toMatchObject({ status: 'Submitted', changedBy: 'kim Test' })
  // An order id of another company is treated as deleted.
  const eve = await outsider()
  const theirs = await draft([add()], { who: eve, of: `X${accountId}` })
  await keep(1, orderOf('emil', { id: theirs.id, version: 1, isEdited: false }))
  expect((await read()).draft).toMatchObject({ status: 'Deleted', version: 0, changedBy: null })
})

test('if two browsers save at once, one of them is refused', async () => {
  const users = ['p', 'q', 'r', 's']
  const answers = await Promise.all(users.map((name) => keep(0, orderOf(name))))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  const won = users[answers.findIndex(({ statusCode }) => statusCode === 200)]!
  expect(await read()).toMatchObject({ revision: 1, order: orderOf(won) })
})

test('the check of an order returns each problem with its item, and saves nothing', async () => {
  const check = async (...lineItems: object[]) =>
    (await lia.post('/api/license/check', { payload: { lineItems } })).json<object[]>()
  expect(await check(add())).toEqual([])
  expect(await check(add(), { ...add(), dateRequired: '2026-01-05' }, add(''))).toEqual([
    { item: 2, field: 'dateRequired', words: expect.stringContaining('in the past') },
    { item: 3, field: 'userName', words: expect.stringContaining('missing') },
  ])
  expect((await list()).total).toBe('0')
})
