import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LicenseOrderDetails, LineItem } from '@portal/domain/licenses/licenses.schema'
import {
  addedItem,
  cancelledItem,
  changedItem,
  platformNetwork,
  subscriptionItems,
} from '@portal/domain/licenses/line-items'
import { givenCatalogue } from '../../test/catalogue.ts'
import { eventsOf } from '../../test/events.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { soon } from '../../test/soon.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { inTransaction } from '../platform/database.ts'

const portal = testPortal()
let lia: Browser
let leo: Browser
let eve: Browser
let accountId: string
let count = 0

beforeAll(async () => {
  await givenCatalogue(portal.system)
})
beforeEach(async () => {
  count += 1
  accountId = `LC${count}`
  const other = `LE${count}`
  await portal.given.company(accountId)
  await portal.given.company(other)
  await portal.given.user(`lia${count}@c.example`, accountId, ['AccessLicenses'])
  await portal.given.user(`leo${count}@c.example`, accountId, ['AccessLicenses'])
  await portal.given.user(`eve${count}@e.example`, other, ['AccessLicenses'])
  lia = await portal.signIn(`lia${count}@c.example`)
  leo = await portal.signIn(`leo${count}@c.example`)
  eve = await portal.signIn(`eve${count}@e.example`)
})

const eurex = (userName: string, days = 1) => ({
  networkId: 'EUREX',
  networkName: 'Eurex',
  userName,
  dateRequired: soon(days),
})
const add = (userName: string, days = 1) => addedItem('10010', eurex(userName, days))
const cancel = (userName: string, chosen?: HeldLicense) =>
  cancelledItem('10010', eurex(userName, 5), chosen)
const change = (from: string, to: string, chosen?: HeldLicense) =>
  changedItem(
    '10010',
    {
      ...eurex(to, 5),
      oldNetworkName: 'Eurex',
      oldUserName: from,
      ipAddress: '',
      oldIPAddress: '',
    },
    chosen,
  )

const send = (lineItems: LineItem[], who = lia, isDraft = false, of = accountId) =>
  who.post('/api/license', {
    payload: { user: { accountId: of }, data: { notes: '', lineItems }, isDraft },
  })
async function submit(lineItems: LineItem[], who = lia, of = accountId) {
  const answer = await send(lineItems, who, false, of)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<LicenseOrderDetails>()
}
const messageOf = async (lineItems: LineItem[]) => {
  const answer = await send(lineItems)
  expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
  return answer.json<{ message: string }>().message
}
const held = async (query = '', who = lia) =>
  (await who.get(`/api/license/held?page=1&perPage=100${query}`)).json<HeldLicense[]>()
const open = async () => (await held()).filter(({ endsOn }) => endsOn === null)

test('another company’s license counts as unknown, even when an import names it', async () => {
  await submit([add('ann')], eve, `LE${count}`)
  const [theirs] = await held('', eve)
  await submit([add('ann')])
  for (const chosen of [theirs!, { ...theirs!, licenseId: '999999' }])
    for (const item of [cancel('ann', chosen), change('ann', 'bob', chosen)])
      expect(await messageOf([item])).toBe(
        'Item 1, TT Pro: Your company does not hold the chosen license. Remove the item from the order. If the list of your licenses has it, choose it there again.',
      )
  await importRecords(portal.system, [
    recordSource('orders.ndjson', [
      {
        record: 'licenseOrder',
        id: `C-${count}`,
        accountId,
        status: 'Submitted',
        createdDate: new Date().toISOString(),
        lineItems: [cancel('ann', theirs), change('ann', 'bob', theirs)],
      },
    ]),
  ])
  expect(await held('', eve)).toEqual([theirs])
  expect(await open()).toMatchObject([{ userName: 'ann', next: null }])
})

test('of five identical subscriptions the chosen one ends', async () => {
  const covered = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm']
  await submit(subscriptionItems('20010', covered, soon(1)).lineItems)
  const all = await held()
  expect(all.map(({ coveredCompany }) => coveredCompany)).toEqual(covered)
  const third = { networkName: platformNetwork, userName: '', dateRequired: soon(9) }
  const { consent, lineItems } = await submit([cancelledItem('20010', third, all[2])])
  expect(consent!.monthlyEffect.totals).toEqual([
    { currencyIsoCode: 'USD', amount: -50, basis: 'list' },
  ])
  expect(lineItems).toMatchObject([
    { licenseId: all[2]!.licenseId, coveredCompany: 'Cedar', customerOrderRequestTypeId: 2 },
  ])
  expect(await held()).toEqual(
    all.map((license, nth) => (nth === 2 ? { ...license, endsOn: soon(9) } : license)),
  )
  expect(await eventsOf(portal, accountId)).toMatchObject([
    { data: { lineItems: covered.map((coveredCompany) => ({ coveredCompany })) } },
    { data: { lineItems: [{ licenseId: all[2]!.licenseId, coveredCompany: 'Cedar' }] } },
  ])
})

test('a changed license keeps its id, its beginning and its covered company', async () => {
  await submit([{ ...add('ann'), ipAddress: '192.0.2.7' }])
  const [license] = await held()
  await submit([change('ann', 'bob', license)])
  const next = { startsOn: soon(5), networkName: 'Eurex', userName: 'bob', ipAddress: '192.0.2.7' }
  expect(await held()).toEqual([{ ...license, next }])
  // A later order replaces the changes from its day on.
  await submit([{ ...change('ann', 'cleo', license), dateRequired: soon(3) }])
  const [now] = await held()
  expect(now!.next).toMatchObject({ startsOn: soon(3), userName: 'cleo' })
  await submit([{ ...change('ann', 'dora', now), dateRequired: soon(0) }])
  expect(await held()).toMatchObject([
    { licenseId: license!.licenseId, startsOn: soon(1), userName: 'dora', next: null },
  ])
})

test('a license that is not held is refused by name, and the whole order is rolled back', async () => {
  await submit([add('ann'), add('bob')])
  const [ann, bob] = await held()
  expect(await messageOf([add('cleo'), cancel('nina')])).toBe(
    'Item 2, TT Pro: You hold no license of TT Pro on Eurex for nina. Choose one from the list of your licenses.',
  )
  expect(await messageOf([change('nina', 'cleo')])).toContain(
    'You hold no license of TT Pro on Eurex for',
  )
  expect(await messageOf([{ ...cancel('ann', ann), productSku: '10085' }])).toContain(
    'The chosen license is for TT Pro.',
  )
  expect(await messageOf([cancel('bob', ann)])).toContain('The chosen license is now Eurex · ann.')
  expect(await messageOf([{ ...cancel('ann', ann), coveredCompany: 'Bank' }])).toContain('is now')
  expect(await messageOf([{ ...add('ann'), licenseId: ann!.licenseId }])).toContain(
    'A new license cannot have the id of a held license.',
  )
  // A license may be in an order once, by id or by name.
  const twice = 'Item 1 is about the same license.'
  expect(await messageOf([cancel('ann', ann), change('ann', 'bob', ann)])).toContain(twice)
  expect(await messageOf([cancel('bob', bob), cancel('BOB')])).toContain(twice)
  expect(await messageOf([cancel('bob'), cancel('bob', bob)])).toContain(
    'Item 1, TT Pro: Item 2 is about the same license.',
  )
  await submit([cancel('ann', ann)])
  for (const item of [cancel('ann', ann), cancel('ann'), change('ann', 'cleo', ann)])
    expect(await messageOf([item])).toMatch(/This license is already cancelled, as of \d\d\//)
  expect(await open()).toEqual([bob])
})

test('a typed item means the one license that matches, or one of several identical ones', async () => {
  await submit([add('ann'), add('bob'), add('bob'), add('cleo', 1), add('cleo', 2)])
  const { lineItems } = await submit([change('ANN', 'anna')])
  const [ann] = await held('&search=anna')
  expect(lineItems).toMatchObject([{ licenseId: ann!.licenseId, oldUserName: 'ANN' }])
  // By its current name and by its coming name.
  for (const userName of ['ann', 'anna'])
    expect(await held(`&productSku=10010&networkName=eurex&userName=${userName}`)).toMatchObject([
      { licenseId: ann!.licenseId },
    ])
  await submit([cancel('bob'), cancel('bob')])
  expect(await open()).toHaveLength(3)
  expect(await messageOf([cancel('cleo')])).toBe(
    'Item 1, TT Pro: You hold 2 licenses of TT Pro on Eurex for cleo. Choose one from the list of your licenses.',
  )
})

test('a typed item stays with its license when an older order is imported later', async () => {
  await submit([add('ann')])
  const [mine] = await held()
  await submit([cancel('ann')])
  await importRecords(portal.system, [
    recordSource('orders.ndjson', [
      {
        record: 'licenseOrder',
        id: `T-${count}`,
        accountId,
        status: 'Submitted',
        createdDate: '2025-01-05',
        lineItems: [{ ...add('ann'), dateRequired: '2025-01-06' }],
      },
    ]),
  ])
  expect(await held()).toMatchObject([
    { startsOn: '2025-01-06', endsOn: null },
    { licenseId: mine!.licenseId, endsOn: soon(5) },
  ])
})

test('a draft may contain invalid items; its lines come back unchanged', async () => {
  const none = cancel('nina')
  const made = await send([none], lia, true)
  expect(made.json<LicenseOrderDetails>().lineItems).toMatchObject([{ licenseId: '' }])
  const { id } = made.json<{ id: number }>()
  const payload = { user: { accountId }, data: { notes: '', lineItems: [none] }, isDraft: false }
  expect((await lia.send('PUT', `/api/license/${id}`, { payload })).statusCode).toBe(409)
  expect((await lia.get(`/api/license/${id}`)).json()).toMatchObject({
    status: 'Draft',
    version: 1,
  })
})

test('repeating a submitted order with typed items finds it', async () => {
  await submit([add('ann')])
  const order = {
    payload: {
      user: { accountId },
      data: { notes: '', lineItems: [cancel('ann')] },
      isDraft: false,
    },
    headers: { 'idempotency-key': 'typed-0001' },
  }
  const first = await lia.post('/api/license', order)
  const again = await lia.post('/api/license', order)
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
})

test('of two people who cancel one license at once the second is refused', async () => {
  await submit([add('ann')])
  const [license] = await open()
  const answers = await Promise.all([
    send([cancel('ann', license)], lia),
    send([cancel('ann', license)], leo),
  ])
  const [won, lost] = answers.sort((one, other) => one.statusCode - other.statusCode)
  expect([won.statusCode, lost.statusCode]).toEqual([200, 409])
  expect(lost.json<{ message: string }>().message).toContain('already cancelled')
})

test('a change in the same order as a cancellation takes effect before it or is refused', async () => {
  await submit([add('ann')])
  const [license] = await open()
  const [cancelled, changed] = await Promise.all([
    send([cancel('ann', license)], lia),
    send([change('ann', 'bob', license)], leo),
  ])
  expect(cancelled.statusCode).toBe(200)
  expect([200, 409]).toContain(changed.statusCode)
  expect(await open()).toEqual([])
})

test('an order that waited counts after the one that was submitted meanwhile', async () => {
  const { id } = (await send([add('ann')], lia, true)).json<{ id: number }>()
  const payload = {
    user: { accountId },
    data: { notes: '', lineItems: [add('ann')] },
    isDraft: false,
  }
  const first = await inTransaction(portal.system, async (tx) => {
    await tx.run(
      sql`select from license_order where account_id = ${accountId} and id = ${id} for update`,
    )
    const answer = lia.send('PUT', `/api/license/${id}`, { payload })
    await expect.poll(() => waiting()).toBe(1)
    await submit([add('bob')], leo)
    return { answer }
  })
  expect((await first.answer).statusCode).toBe(200)
  const { rows } = await portal.system.query<{ id: number }>(sql`
    select id from license_order where account_id = ${accountId} order by submitted_at desc`)
  expect(rows[0]!.id).toBe(id)
})

/** Counts the transactions of this database that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await portal.system.query<{ count: number }>(sql`
    select count(*)::int as count from pg_locks where not granted
       and (database is null or database = (select oid from pg_database where datname = current_database()))`)
  return rows[0]!.count
}

test('a license keeps its id when its item is corrected or moved, or others are added before it', async () => {
  const item = (userName: string, days: number, id?: string) => ({ ...add(userName, days), id })
  const take = (lineItems: object[]) =>
    importRecords(portal.system, [
      recordSource('orders.ndjson', [
        {
          record: 'licenseOrder',
          id: `K-${count}`,
          accountId,
          status: 'Submitted',
          createdDate: '2026-01-05',
          lineItems,
        },
      ]),
    ])
  const ids = async () =>
    new Map(
      (await held()).map(({ licenseId, userName, startsOn }) => [
        `${userName} ${startsOn}`,
        licenseId,
      ]),
    )
  await take([item('ann', 1, '1'), item('bob', 1, '2'), item('cleo', 2), item('cleo', 3)])
  const before = await ids()
  // Matched by its number even under another name; by its content; by its names when only the date
  // changes.
  await take([
    item('cleo', 3),
    item('nina', 1),
    item('cleo', 4),
    item('ann', 1, '2'),
    item('bob', 1, '1'),
  ])
  const after = await ids()
  expect(after.get(`bob ${soon(1)}`)).toBe(before.get(`ann ${soon(1)}`))
  expect(after.get(`ann ${soon(1)}`)).toBe(before.get(`bob ${soon(1)}`))
  expect(after.get(`cleo ${soon(3)}`)).toBe(before.get(`cleo ${soon(3)}`))
  expect(after.get(`cleo ${soon(4)}`)).toBe(before.get(`cleo ${soon(2)}`))
  expect([...before.values()]).not.toContain(after.get(`nina ${soon(1)}`))
  // An id is never reused.
  await take([item('nina', 1)])
  await take([item('nina', 1), item('rosa', 1)])
  expect([...before.values(), ...after.values()]).not.toContain(
    (await ids()).get(`rosa ${soon(1)}`),
  )
})
