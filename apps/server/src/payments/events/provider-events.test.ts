import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import sql from 'sql-template-tag'
import type { Card } from '@portal/domain/payments/cards.schema'
import { portal as run } from '../../../test/integration/command-line.ts'
import { breakNext, outcomeOf, testPayer } from '../../../test/payments/payer.ts'
import { atProvider, loseAnswers, onePaid } from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { readFigures } from '../../integration/business-metrics.ts'
import { readInstanceId } from '../../platform/database/instance.ts'
import { sweep } from '../../platform/database/sweep.ts'
import { providerEventTypes, takeProviderEvent } from '../../take-provider-event.ts'
import { readEventList } from './read-event-list.ts'

const portal = testPortal()
const unavailable = { kind: 'status', status: 503 }

beforeEach(async () => {
  await portal.sandbox.reset()
  await portal.system.query('delete from provider_event')
})

const kept = async () =>
  (
    await portal.system.query<{ id: string; problem: string; tries: number }>(
      'select id, problem, tries from provider_event where outcome is null order by received_at',
    )
  ).rows

describe('an event that is sent', () => {
  const paula = testPayer(portal, 'E', {
    webhooks: { duplicate: 1, reorder: false, drop: false, delayMs: 10 },
  })
  const secret = 'whsec_for_tests'
  let instance: string
  beforeAll(async () => {
    instance = await readInstanceId(portal.system)
  })

  const settled = () =>
    vi.waitFor(async () => expect(await paula.states()).toEqual(['succeeded']), 5000)

  const post = (body: string, signature: string) =>
    fetch(`${portal.origin}/api/payment/provider-events`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })

  function sign(body: string, key = secret, age = 0): string {
    const at = Math.floor(Date.now() / 1000) - age
    return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`
  }

  /** Returns the attempt of a payment that never reached the provider. */
  async function openAttempt(): Promise<string> {
    await portal.sandbox.control('/webhooks', { drop: true })
    await breakNext(portal, 'create', { kind: 'reset_before', times: 2 })
    await paula.pay()
    const [id] = await paula.values(
      sql`select id from payment_attempt where account_id = ${paula.accountId}`,
    )
    return id!
  }

  const eventOf = (type: string, object: object, livemode = false) =>
    JSON.stringify({
      id: `evt_${paula.accountId}`,
      object: 'event',
      created: 1,
      type,
      livemode,
      data: { object },
    })
  const succeededEvent = (attempt: string, livemode = false) => {
    const metadata = { attempt, account: paula.accountId, instance }
    const intent = { id: 'pi_forged', object: 'payment_intent', metadata }
    return eventOf('payment_intent.succeeded', intent, livemode)
  }

  test('five times and in the wrong order, after a lost response, has one effect', async () => {
    await portal.sandbox.control('/webhooks', { duplicate: 5, reorder: true, delayMs: 150 })
    await loseAnswers(portal)
    expect([200, 202]).toContain((await paula.pay()).statusCode)
    await settled()
    await new Promise((resolve) => setTimeout(resolve, 500))
    await paula.paidOnce()
  })

  test('before the response has the whole effect', async () => {
    await portal.sandbox.control('/webhooks', { delayMs: 0 })
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await paula.paidOnce()
  })

  test('forged, old, in the future, unsigned or of live mode is refused and changes nothing', async () => {
    const body = succeededEvent(await openAttempt())
    const live = succeededEvent('x', true)
    for (const [sent, signature] of [
      [body, sign(body, 'whsec_wrong')],
      [body, sign(body, secret, 301)],
      [body, sign(body, secret, -360)],
      [body, ''],
      [body.replace('pi_forged', 'pi_other'), sign(body)],
      [live, sign(live)],
    ] as const)
      expect((await post(sent, signature)).status).toBe(400)
    expect([await paula.states(), await kept()]).toEqual([['open'], []])
  })

  test('is never trusted in its content: the charge itself is fetched', async () => {
    const body = succeededEvent(await openAttempt())
    // The provider has no such charge, so the event is stored for another try.
    expect((await post(body, sign(body))).status).toBe(200)
    expect(await kept()).toMatchObject([{ problem: expect.stringMatching(/does not know/) }])
    expect(await paula.states()).toEqual(['open'])
  })

  test('about an attempt that failed here adopts its charge, which is shown as unknown', async () => {
    const attemptId = await openAttempt()
    await portal.system.query(sql`
      update payment_attempt set state = 'failed', settled_at = now(), lease_until = now()
       where id = ${attemptId}`)
    const { accountId } = paula
    const { rows } = await portal.system.query<{ cardId: string; customerId: string }>(sql`
      select provider_card_id as "cardId", customer_id as "customerId"
        from card join provider_customer using (account_id) where account_id = ${accountId}`)
    const wanted = { instance, accountId, attemptId, invoiceNumber: paula.number() }
    const intent = { ...wanted, ...rows[0]!, amountCents: 10_000 }
    const { id } = await portal.deps.cards.createIntent(intent)
    await portal.sandbox.control('/webhooks', { drop: false })
    await portal.deps.cards.confirmIntent(id, attemptId, false)
    await settled()
    expect(await paula.books()).toEqual({ ...onePaid, receipts: 0 })
    expect(await paula.values(sql`select intent_id from unknown_intent`)).toEqual([id])
  })

  test.each([
    ['a refund', 'refund.created', { id: 're_unknown', payment_intent: 'pi_unknown' }],
    ['a dispute', 'charge.dispute.closed', { id: 'du_unknown', payment_intent: 'pi_unknown' }],
    [
      'a NUL',
      'refund.created',
      { id: 're_\0', payment_intent: 'pi_\0', metadata: { account: '\0' } },
    ],
    ['a NUL', 'payment_intent.succeeded', { id: '\0', metadata: { attempt: '\0', account: 'E1' } }],
    ['no account', 'charge.refunded', { metadata: { account: "'; --", attempt: 'x' } }],
  ])('S8: about %s that the portal does not know is accepted (%s)', async (_what, type, object) => {
    const body = eventOf(type, object)
    expect((await post(body, sign(body))).status).toBe(200)
    expect(await kept()).toHaveLength('payment_intent' in object ? 1 : 0)
  })

  test('S8: while the provider does not respond is requested again', async () => {
    await breakNext(portal, 'retrieve', unavailable)
    const body = eventOf('refund.created', { id: 're_1', payment_intent: 'pi_1' })
    const { status, headers } = await post(body, sign(body))
    expect([status, headers.get('retry-after'), await kept()]).toEqual([503, '60', []])
  })
})

describe('the list of events', () => {
  const paula = testPayer(portal, 'EL', { webhooks: { drop: true } })

  const readList = () =>
    readEventList(portal.deps, portal.system, {
      types: providerEventTypes,
      take: takeProviderEvent,
    })
  const retryNow = () =>
    portal.system.query('update provider_event set next_try_at = now() where outcome is null')

  async function payWithLostAnswer(): Promise<void> {
    await loseAnswers(portal)
    expect((await paula.pay()).statusCode).toBe(202)
  }

  test('is complete while all webhooks are lost', async () => {
    await payWithLostAnswer()
    const cards = () => paula.json<Card[]>('/api/payment/card')
    const [card] = await cards()
    await atProvider(portal, `/payment_methods/${card!.stripeId}/detach`, {})
    await readList()
    expect(await paula.books()).toMatchObject({ states: ['succeeded'], receipts: 1 })
    expect(await cards()).toEqual([])
    await paula.refund(2_050)
    await readList()
    expect(await paula.ledger()).toBe(-7_950)
    // The same events are listed again and have no effect.
    await portal.system.query('delete from provider_event')
    await readList()
    await readList()
    expect([await paula.ledger(), await kept()]).toEqual([-7_950, []])
  })

  test('P2: with a refund before its payment settled books both', async () => {
    await payWithLostAnswer()
    await paula.refund()
    const { data } = await portal.sandbox.provider<{ data: { id: string }[] }>(
      '/events?type=payment_intent.succeeded&limit=100',
    )
    // The list shows the refund, but not the payment yet.
    await portal.system.query(sql`
      insert into provider_event (id, type, object_id, outcome)
      select id, 'x', 'x', 'held back by the test' from unnest(${data.map(({ id }) => id)}::text[]) id`)
    await readList()
    expect(await paula.books()).toMatchObject({ states: ['succeeded'], receivableCents: 0 })
    expect(await kept()).toEqual([])
  })

  test('P2: with a refund of an unknown company keeps and shows it until the company exists', async () => {
    await payWithLostAnswer()
    await paula.refund()
    await portal.owner
      .query(`alter table company rename to company_away; create table company (account_id text);
      grant select on company to portal_app, portal_system`)
    await readList()
    await portal.owner.query('drop table company; alter table company_away rename to company')
    const [first, ...more] = await kept()
    expect(first!.problem).toMatch(/names a company that the portal does not know/)
    const { portal_provider_events_kept: shown } = await readFigures(portal.system)
    expect(shown).toBe(more.length + 1)
    await retryNow()
    await readList()
    expect([await paula.ledger(), await kept()]).toEqual([0, []])
  })

  test('is not delayed by an event that fails, which is retried', async () => {
    await paula.pay()
    await paula.refund(1_000)
    await breakNext(portal, 'retrieve', unavailable)
    await readList()
    expect([await paula.ledger(), await kept()]).toEqual([-9_000, [expect.anything()]])
    await retryNow()
    await readList()
    expect([await paula.ledger(), await kept()]).toEqual([-9_000, []])
  })

  test('without a response leaves the position unchanged', async () => {
    await paula.pay()
    await paula.refund()
    await breakNext(portal, 'events', unavailable)
    await expect(readList()).rejects.toThrow('error while talking')
    expect(await paula.ledger()).toBe(-10_000)
    await readList()
    expect(await paula.ledger()).toBe(0)
  })

  test('is read from five minutes before the position, and hourly from an hour before it', async () => {
    const requests = `${portal.sandbox.cardsOrigin}/_sandbox/requests`
    /** Returns the instant from which the list was read, as the provider received it. */
    const readSince = async (hourReadAt = 'hour_read_at') => {
      await portal.system.query(
        `update provider_event_list set position = '2026-01-01T12:00:00Z', hour_read_at = ${hourReadAt}`,
      )
      await fetch(requests, { method: 'DELETE' })
      await readList()
      const calls = (await (await fetch(requests)).json()) as {
        path: string
        params: Record<string, string>
      }[]
      const since = calls.find(({ path }) => path === '/v1/events')?.params['created[gte]']
      return new Date(Number(since) * 1000).toISOString().slice(11, 16)
    }
    expect(await readSince('now()')).toBe('11:55')
    expect(await readSince(`now() - interval '1 hour'`)).toBe('11:00')
    expect(await readSince()).toBe('11:55')
  })

  test('unread for 30 days is reported as incomplete, until payments reconcile replaces the events', async () => {
    const missing = async () => (await readFigures(portal.system)).portal_provider_events_missing
    // The provider's data has been deleted.
    await portal.system.query('delete from payment_refund')
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    await readList()
    expect(await missing()).toBe(0)
    await paula.refund(2_050)
    await portal.sandbox.control('/clock', { skewSeconds: 31 * 86_400 })
    await portal.system.query(
      `update provider_event_list set read_at = now() - interval '31 days', position = now() - interval '31 days'`,
    )
    await readList()
    await readList()
    expect([await missing(), await paula.ledger()]).toEqual([1, -10_000])
    const reconcile = (days: number) => {
      const since = new Date(Date.now() - days * 86_400_000).toISOString()
      return run(['payments', 'reconcile', '--since', since], portal.env)
    }
    expect((await reconcile(30)).out).toMatch(/Events of the card provider are missing since /)
    expect(await missing()).toBe(1)
    expect(await reconcile(32)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\nMissing events of the card provider have been replaced\.\n$/),
    })
    expect([await missing(), await paula.ledger()]).toEqual([0, -7_950])
  })

  test('is swept of old events, but not of kept ones', async () => {
    await portal.system.query(`
      insert into provider_event (id, type, object_id, received_at, outcome)
      values ('evt_old', 'x', 'x', now() - interval '40 days', 'taken');
      insert into provider_event (id, type, object_id, received_at, event, next_try_at, problem)
      values ('evt_kept', 'x', 'x', now() - interval '40 days', '{}', now(), 'unknown')`)
    await sweep(portal.system, { eventsKeptDays: 30 })
    const left = await paula.values(
      sql`select id from provider_event where id in ('evt_old', 'evt_kept')`,
    )
    expect(left).toEqual(['evt_kept'])
  })
})
