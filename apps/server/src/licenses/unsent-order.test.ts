import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import type { KeptUnsentOrder, LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import { givenCatalogue } from '../../test/catalogue.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'

const portal = testPortal()
let lia: Browser
let kim: Browser
let maya: Browser

beforeAll(async () => {
  await givenCatalogue(portal.system)
  for (const accountId of ['U1', 'U2']) await portal.given.company(accountId)
  await portal.given.user('lia@u.example', 'U1', ['AccessLicenses'])
  await portal.given.user('kim@u.example', 'U1', ['AccessLicenses'])
  await portal.given.user('maya@u.example', 'U2', [], [], 'SuperAdmin')
  ;[lia, kim, maya] = (await Promise.all(
    ['lia', 'kim', 'maya'].map((name) => portal.signIn(`${name}@u.example`)),
  )) as [Browser, Browser, Browser]
})

const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const item = (userName: string) =>
  addedItem('10010', { networkId: 'EUREX', networkName: 'Eurex', userName, dateRequired: day })
const orderOf = (userName: string, draft: object | null = null) => ({
  data: { notes: 'n', lineItems: [item(userName)] },
  draft,
  key: `key-of-${userName}`,
})
const read = async (who = lia, query = '') =>
  (await who.get(`/api/license/unsent${query}`)).json<KeptUnsentOrder>()
const keep = (revision: number, order: object | null, who = lia, query = '') =>
  who.send('PUT', `/api/license/unsent${query}`, { payload: { revision, order } })
const save = (userName: string, more: object) =>
  lia.post('/api/license', {
    headers: { 'idempotency-key': `key-of-${userName}` },
    payload: {
      user: { accountId: 'U1' },
      data: { notes: 'n', lineItems: [item(userName)] },
      isDraft: true,
      ...more,
    },
  })

test('each person has a separate order for each company', async () => {
  expect(await read()).toEqual({ revision: 0, order: null, draft: null })
  expect((await keep(0, orderOf('ann'))).json()).toEqual({
    revision: 1,
    order: orderOf('ann'),
    draft: null,
  })
  expect((await read(kim)).order).toBeNull()
  await keep(0, orderOf('for-u1'), maya, '?companyFilter=U1')
  expect((await read(maya)).order).toBeNull()
  expect((await read(maya, '?companyFilter=U1')).order).toEqual(orderOf('for-u1'))
  expect((await read()).order).toEqual(orderOf('ann'))
})

test('a change of an older version is refused, and saving twice has the effect of once', async () => {
  const { revision } = await read()
  expect((await keep(revision, orderOf('bob'))).statusCode).toBe(200)
  expect((await keep(revision, orderOf('bob'))).json()).toMatchObject({ revision: revision + 1 })
  const stale = await keep(revision, orderOf('cleo'))
  expect(stale.statusCode).toBe(409)
  expect(stale.json<{ message: string }>().message).toMatch(/^You changed this order in another/)
  expect((await keep(0, orderOf('cleo'))).statusCode).toBe(409)
  expect((await keep(99, null)).statusCode).toBe(409)
  expect((await read()).order).toEqual(orderOf('bob'))
})

test('saving empties it in the same transaction, and returns the saved order', async () => {
  const { revision } = await read()
  await keep(revision, orderOf('dora'))
  const refused = await save('dora', { unsentRevision: revision })
  expect(refused.statusCode).toBe(409)
  const { rows } = await portal.system.query(sql`
    select from license_order where account_id = 'U1' and created_key = 'key-of-dora'`)
  expect(rows).toEqual([])
  const saved = await save('dora', { unsentRevision: revision + 1 })
  expect(saved.statusCode).toBe(200)
  const { id } = saved.json<LicenseOrderDetails>()
  const settled = {
    revision: revision + 2,
    order: null,
    draft: { id, status: 'Draft', version: 1, changedBy: 'lia Test' },
  }
  expect(await read()).toMatchObject(settled)
  // The response was lost: a repeat finds the same order and empties nothing else.
  expect((await save('dora', { unsentRevision: revision + 1 })).json()).toMatchObject({ id })
  expect(await read()).toMatchObject(settled)
})

test('an order whose earlier version was saved comes with the state of that one', async () => {
  const { revision } = await read()
  const { id } = (await save('vera', {})).json<LicenseOrderDetails>()
  const longer = { ...orderOf('vera'), data: { notes: 'more', lineItems: [item('vera')] } }
  const kept = await keep(revision, longer)
  expect(kept.json()).toMatchObject({ order: longer, draft: { id, status: 'Draft', version: 1 } })
  // The same key of a colleague is another key.
  await keep((await read(kim)).revision, longer, kim)
  expect((await read(kim)).draft).toBeNull()
  await lia.send('DELETE', `/api/license/${id}`)
  expect((await read()).draft).toBeNull()
})

test('an order opened from a draft comes with the draft’s current state', async () => {
  const { id } = (await save('emil', {})).json<LicenseOrderDetails>()
  const { revision } = await read()
  await keep(revision, orderOf('emil', { id, version: 1, isEdited: true }))
  expect((await read()).draft).toMatchObject({ id, status: 'Draft', version: 1 })
  const payload = {
    user: { accountId: 'U1' },
    data: { notes: 'kim', lineItems: [item('emil')] },
    isDraft: true,
    version: 1,
  }
  await kim.send('PUT', `/api/license/${id}`, { payload })
  expect((await read()).draft).toMatchObject({ version: 2, changedBy: 'kim Test' })
  await kim.send('PUT', `/api/license/${id}`, {
    payload: { ...payload, version: 2, isDraft: false },
  })
  expect((await read()).draft).toMatchObject({ status: 'Submitted', changedBy: 'kim Test' })
  // An id of another company's order counts as deleted.
  const { rows } = await portal.system.query<{ id: number }>(sql`
    insert into license_order (account_id, status, notes) values ('U2', 'Draft', 'secret') returning id`)
  await keep(revision + 1, orderOf('emil', { id: rows[0]!.id, version: 1, isEdited: false }))
  expect((await read()).draft).toMatchObject({ status: 'Deleted', version: 0, changedBy: null })
})

test('two browsers save at once: one of them is refused', async () => {
  const { revision } = await read()
  const names = ['p', 'q', 'r', 's'].map((name) => `raced-${name}`)
  const answers = await Promise.all(names.map((name) => keep(revision, orderOf(name))))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  const won = names[answers.findIndex(({ statusCode }) => statusCode === 200)]!
  expect(await read()).toMatchObject({ revision: revision + 1, order: orderOf(won) })
})

test('the check of an order returns each problem with its item, and saves nothing', async () => {
  const check = (lineItems: object[]) => lia.post('/api/license/check', { payload: { lineItems } })
  expect((await check([item('ann')])).json()).toEqual([])
  const past = { ...item('ann'), dateRequired: '2026-01-05' }
  expect((await check([item('ann'), past, { ...item('ann'), userName: '' }])).json()).toEqual([
    { item: 2, field: 'dateRequired', words: expect.stringContaining('in the past') },
    { item: 3, field: 'userName', words: expect.stringContaining('missing') },
  ])
})
