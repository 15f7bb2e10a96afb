import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import sql from 'sql-template-tag'
import { portal as run } from '../../test/command-line.ts'
import { givenPayer } from '../../test/payments.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'
import { pauseAutomaticCharging, startCharging, stopCharging } from '../platform/charging.ts'
import { inTransaction } from '../platform/database.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
  // No worker runs here.
  await portal.system.query('update provider_event_list set read_at = now()')
})
afterAll(() => portal.close())

const doctor = (env: Record<string, string> = {}) =>
  run(['doctor'], { ...portal.env, MIGRATION_DATABASE_URL: portal.database.ownerUrl, ...env })
const failures = (out: string) =>
  out.split('\n').flatMap((line) => /^FAIL {2}([\w -]+)/.exec(line)?.[1] ?? [])

test('a healthy portal is reported part by part', async () => {
  const { code, out } = await doctor()
  expect(failures(out)).toEqual([])
  expect(code).toBe(0)
  expect(out).toMatch(/ok {4}configuration: complete, development/)
  expect(out).toMatch(/ok {4}card provider: responds and accepts our key/)
  expect(out).toMatch(/ok {4}receiver of events: none/)
})

test('each problem is reported with its remedy', async () => {
  await givenPayer(portal, 'D1')
  const invoice = await portal.given.invoice('D1', 'D-1')
  await portal.system.query(sql`
    insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency,
                                 actor_name, ip_address, needs_person)
    select 'D1', ${invoice}, 'D-1', id, 100, 'USD', 'Ana', '::1', 'Look at it.' from card where account_id = 'D1'`)
  await portal.system.query(`
    insert into unknown_intent (account_id, intent_id, attempt_id, invoice_number, amount_cents, status)
    values ('D1', 'pi_1', gen_random_uuid(), 'D-1', 100, 'requires_confirmation');
    insert into autopay_day (account_id, day) values ('D1', current_date - 1);
    insert into outbox_event (account_id, type, data, created_at) values ('D1', 'x', '{}', now() - interval '1 hour');
    insert into provider_event (id, type, object_id, received_at, event, next_try_at, problem)
    values ('evt_1', 'refund.created', 're_1', now() - interval '10 minutes', '{}', now(), 'Nothing is known of it.');
    insert into mail (account_id, about, kind, recipient, subject, content, tries) values ('D1', 'x', 'receipts', 'x', 'x', '{}', 20)`)
  const { code, out } = await doctor()
  expect(code).toBe(1)
  expect(failures(out)).toEqual([
    'payments',
    'unknown payments',
    'provider events',
    'AutoPay',
    'events',
    'mail',
  ])
  expect(out).toMatch(/1 payment at the card provider was not known here: .* or a second database/)
  expect(out).toMatch(
    /1 event could not be processed for 10 min, first evt_1 \(refund.created of re_1\)/,
  )
  expect(out).toMatch(/1 payment only a person may settle: docs\/operations\.md/)
  expect(out).toMatch(/1 event without a position: no worker is running/)
  await stopCharging(portal.system, 'a test')
  await inTransaction(portal.system, (tx) => pauseAutomaticCharging(tx, 'commits were lost'))
  const stopped = await doctor({
    OIDC_ISSUER: 'http://127.0.0.1:9',
    EVENTS_URL: 'http://127.0.0.1:9',
    EVENTS_SECRETS: `whsec_${Buffer.alloc(32).toString('base64')}`,
  })
  expect(failures(stopped.out)).toEqual([
    'sign-in provider',
    'receiver of events',
    'charging',
    'automatic charging',
    'payments',
    'unknown payments',
    'provider events',
    'events',
    'mail',
  ])
  expect(stopped.out).toMatch(/stopped since .*Z: a test; portal charging start ends the stop/)
  expect(stopped.out).toMatch(
    /paused since .*Z: commits were lost; .* portal charging start --after-restore/,
  )
  await startCharging(portal.system, ['all', 'automatic'])
  expect((await doctor()).out).toMatch(/ok {4}unknown payments: none/)
  const broken = await doctor({ SMTP_URL: 'nowhere' })
  expect(broken.out).toMatch(/FAIL {2}configuration: SMTP_URL must be an smtp/)
  expect(broken.out).toMatch(/- {5}mail server: not checked/)
})

test('a sign-in provider with pages on another origin is reported with the missing setting', async () => {
  const pages = 'https://login.example.com'
  const issuer = createServer((_request, response) =>
    response.end(JSON.stringify({ authorization_endpoint: `${pages}/authorize` })),
  )
  await new Promise<void>((listening) => issuer.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void issuer.close())
  const OIDC_ISSUER = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  expect((await doctor({ OIDC_ISSUER })).out).toMatch(
    /FAIL {2}sign-in provider: users cannot be sent to \S+: set OIDC_PAGE_ORIGIN=https:\/\/login\.example\.com\n/,
  )
  expect((await doctor({ OIDC_ISSUER, OIDC_PAGE_ORIGIN: pages })).out).toMatch(
    /ok {4}sign-in provider: responds/,
  )
})

test('a receiver that is down, or rejects an event, is reported at once', async () => {
  await portal.system.query(`
    delete from outbox_event;
    insert into outbox_event (account_id, type, data, position) values ('D1', 'user.removed', '{}', 1);
    insert into outbox_stream (account_id, tries, last_error) values ('D1', 1, 'answered 401')`)
  expect((await doctor()).out).toMatch(
    /FAIL {2}events: the receiver has rejected event 1 \(user\.removed\) 1 time: answered 401\. /,
  )
  await portal.system.query(
    `update outbox_receiver set away_since = now(), problem = 'connect ECONNREFUSED'`,
  )
  expect((await doctor()).out).toMatch(
    /FAIL {2}events: the receiver has not responded since \S+Z: connect ECONNREFUSED\. 1 event waits; one/,
  )
  await portal.system.query(`
    delete from outbox_event; delete from outbox_stream; update outbox_receiver set away_since = null`)
  expect((await doctor()).out).toMatch(/ok {4}events: all delivered/)
})

test('a new database that waits for --continue-instance is reported', async () => {
  await portal.system.query(`delete from charging_stop`)
  await portal.system.query(
    `insert into charging_stop (kind, reason) values ('new_instance', 'name it with --continue-instance')`,
  )
  const { out } = await doctor()
  expect(failures(out)).toContain('charging')
  expect(out).toMatch(/FAIL {2}charging: Charging waits for .*: name it with --continue-instance\n/)
  expect(out).toMatch(
    /ok {4}portal instance: [0-9a-f-]{36}, not yet tied to an account of the card provider/,
  )
})
