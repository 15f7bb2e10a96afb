import { beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Card } from '@portal/domain/payments/cards.schema'
import { portal as run } from '../../../test/command-line.ts'
import { atProvider, books, givenPayer, loseAnswers, refundOf } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { readFigures } from '../../integration/business-metrics.ts'
import { providerEventTypes, takeProviderEvent } from '../../take-provider-event.ts'
import { sweep } from '../../platform/sweep.ts'
import { readEventList } from './read-event-list.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let invoiceId: string
let count = 0

beforeEach(async () => {
  await portal.sandbox.reset()
  await portal.system.query('delete from provider_event')
  accountId = `EL${(count += 1)}`
  paula = await givenPayer(portal, accountId)
  invoiceId = await portal.given.invoice(accountId, `EL-${count}`)
  await portal.sandbox.control('/webhooks', { drop: true })
})

const readList = () =>
  readEventList(portal.deps, portal.system, { types: providerEventTypes, take: takeProviderEvent })
const pay = async () => (await paula.post(`/api/invoice/${invoiceId}/payment`)).statusCode
const ledger = async () => (await books(portal, accountId)).receivableCents
const kept = async () =>
  (
    await portal.system.query<{ type: string; tries: number; problem: string }>(sql`
      select type, tries, problem from provider_event where outcome is null order by received_at`)
  ).rows
const retryNow = () =>
  portal.system.query('update provider_event set next_try_at = now() where outcome is null')

const refund = (cents?: number) => refundOf(portal, invoiceId, cents)

async function payWithLostAnswer() {
  await loseAnswers(portal)
  expect(await pay()).toBe(202)
}

test('with all webhooks lost, everything arrives through the list', async () => {
  await payWithLostAnswer()
  const [card] = (await paula.get('/api/payment/card')).json<Card[]>()
  await atProvider(portal, `/payment_methods/${card!.stripeId}/detach`, {})
  await readList()
  expect(await books(portal, accountId)).toMatchObject({ states: ['succeeded'], receipts: 1 })
  expect((await paula.get('/api/payment/card')).json()).toEqual([])
  await refund(2_050)
  await readList()
  expect(await ledger()).toBe(-7_950)
  // The same events are listed again, without effect.
  await portal.system.query('delete from provider_event')
  await readList()
  await readList()
  expect(await ledger()).toBe(-7_950)
  expect(await kept()).toEqual([])
})

test('P2: a refund that is seen before its payment has settled books both', async () => {
  await payWithLostAnswer()
  await refund()
  // The list shows the refund, but not the payment yet.
  await portal.system.query(sql`
    insert into provider_event (id, type, object_id, outcome)
    select e.id, 'x', 'x', 'held back by the test' from jsonb_to_recordset(${JSON.stringify(await listed('payment_intent.succeeded'))}::jsonb) as e (id text)`)
  await readList()
  expect(await books(portal, accountId)).toMatchObject({
    states: ['succeeded'],
    receivableCents: 0,
  })
  expect(await kept()).toEqual([])
})

test('P2: a refund of a payment of an unknown company is kept and shown until the company exists', async () => {
  await payWithLostAnswer()
  await refund()
  await portal.owner
    .query(`alter table company rename to company_away; create table company (account_id text);
    grant select on company to portal_app, portal_system`)
  await readList()
  await portal.owner.query('drop table company; alter table company_away rename to company')
  expect((await kept()).length).toBeGreaterThan(0)
  expect((await kept())[0]!.problem).toMatch(/names a company that the portal does not know/)
  expect((await readFigures(portal.system)).portal_provider_events_kept).toBe((await kept()).length)
  await retryNow()
  await readList()
  expect(await ledger()).toBe(0)
  expect(await kept()).toEqual([])
})

const listed = async (type: string) =>
  (await portal.sandbox.provider<{ data: { id: string }[] }>(`/events?type=${type}&limit=100`)).data

test('an event that fails delays no other, and is tried again', async () => {
  await pay()
  await refund(1_000)
  await portal.sandbox.control('/faults', {
    method: 'GET',
    path: '/v1/payment_intents/',
    times: 1,
    kind: 'status',
    status: 503,
  })
  await readList()
  expect(await kept()).toHaveLength(1)
  expect(await ledger()).toBe(-9_000)
  await retryNow()
  await readList()
  expect(await kept()).toEqual([])
  expect(await ledger()).toBe(-9_000)
})

test('a list without a response leaves the position unchanged', async () => {
  await pay()
  await refund()
  await portal.sandbox.control('/faults', {
    method: 'GET',
    path: '/v1/events',
    times: 1,
    kind: 'status',
    status: 503,
  })
  await expect(readList()).rejects.toThrow('error while talking')
  expect(await ledger()).toBe(-10_000)
  await readList()
  expect(await ledger()).toBe(0)
})

test('the list is read from five minutes before the position, and hourly from an hour before it', async () => {
  const requests = `${portal.sandbox.cardsOrigin}/_sandbox/requests`
  /** The instant from which the list was read, as the provider saw it. */
  const readSince = async () => {
    await fetch(requests, { method: 'DELETE' })
    await readList()
    const calls = (await (await fetch(requests)).json()) as {
      path: string
      params: Record<string, string>
    }[]
    const since = calls.find(({ path }) => path === '/v1/events')?.params['created[gte]']
    return new Date(Number(since) * 1000).toISOString()
  }
  await portal.system.query(
    `update provider_event_list set position = '2026-01-01T12:00:00Z', hour_read_at = now()`,
  )
  expect(await readSince()).toBe('2026-01-01T11:55:00.000Z')
  await portal.system.query(
    `update provider_event_list set position = '2026-01-01T12:00:00Z', hour_read_at = now() - interval '1 hour'`,
  )
  expect(await readSince()).toBe('2026-01-01T11:00:00.000Z')
  await portal.system.query(`update provider_event_list set position = '2026-01-01T12:00:00Z'`)
  expect(await readSince()).toBe('2026-01-01T11:55:00.000Z')
})

test('a list that was not read for 30 days is reported as incomplete, until payments reconcile replaces the events', async () => {
  const missing = async () => (await readFigures(portal.system)).portal_provider_events_missing
  // The provider's data was deleted since.
  await portal.system.query('delete from payment_refund')
  expect(await pay()).toBe(200)
  await readList()
  expect(await missing()).toBe(0)
  await refund(2_050)
  await portal.sandbox.control('/clock', { skewSeconds: 31 * 86_400 })
  await portal.system.query(
    `update provider_event_list set read_at = now() - interval '31 days', position = now() - interval '31 days'`,
  )
  await readList()
  await readList()
  expect(await missing()).toBe(1)
  expect(await ledger()).toBe(-10_000)
  const reconcile = (day: number) =>
    run(
      ['payments', 'reconcile', '--since', new Date(Date.now() - day * 86_400_000).toISOString()],
      portal.env,
    )
  expect((await reconcile(30)).out).toMatch(/Events of the card provider are missing since /)
  expect(await missing()).toBe(1)
  expect(await reconcile(32)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\nMissing events of the card provider have been replaced\.\n$/),
  })
  expect([await missing(), await ledger()]).toEqual([0, -7_950])
})

test('old events are swept, kept ones are not', async () => {
  await portal.system.query(`
    insert into provider_event (id, type, object_id, received_at, outcome)
    values ('evt_old', 'x', 'x', now() - interval '40 days', 'taken');
    insert into provider_event (id, type, object_id, received_at, event, next_try_at, problem)
    values ('evt_kept', 'x', 'x', now() - interval '40 days', '{}', now(), 'unknown')`)
  await sweep(portal.system, { eventsKeptDays: 30 })
  const { rows } = await portal.system.query(
    `select id from provider_event where id in ('evt_old', 'evt_kept')`,
  )
  expect(rows).toEqual([{ id: 'evt_kept' }])
})
