import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import sql from 'sql-template-tag'
import { portal as run } from '../../test/integration/command-line.ts'
import { givenPayer } from '../../test/payments/payments.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { reportWorker } from '../../test/portal/workers.ts'
import {
  pauseAutomaticCharging,
  startCharging,
  stopCharging,
} from '../payments/charge/charging-stop.ts'
import { inTransaction } from '../platform/database/database.ts'

const portal = testPortal()

beforeAll(async () => {
  // No worker runs here.
  await portal.system.query('update provider_event_list set read_at = now()')
  await reportWorker(portal.system)
})

const doctor = (env: Record<string, string> = {}) =>
  run(['doctor'], { ...portal.env, MIGRATION_DATABASE_URL: portal.database.ownerUrl, ...env })
/** Returns the address of a server that runs until the test ends, and a function that closes the server earlier. */
async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return [`http://127.0.0.1:${port}`, () => server.close()] as const
}
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

test('each database address is tried, and a fault is reported with its own setting', async () => {
  const { appUrl, systemUrl, ownerUrl } = portal.database
  const changed = (address: string, part: 'username' | 'hostname', to: string) =>
    Object.assign(new URL(address), { [part]: to }).href
  for (const [env, pattern, isAlone = false] of [
    [
      { DATABASE_URL: changed(appUrl, 'username', 'nobody') },
      /^FAIL {2}portal_app: the role in DATABASE_URL may not connect \(/,
      true,
    ],
    [
      { MIGRATION_DATABASE_URL: changed(ownerUrl, 'hostname', 'db.invalid') },
      /^FAIL {2}portal_owner: the host in MIGRATION_DATABASE_URL (does not exist|cannot be looked up) \(/,
      true,
    ],
    // Database roles in the wrong settings.
    [
      { DATABASE_URL: systemUrl },
      /^FAIL {2}portal_app: DATABASE_URL connects as "portal_system", which can see every company/,
    ],
    [
      { SYSTEM_DATABASE_URL: appUrl },
      /^FAIL {2}portal_system: portal_app does not have the rights of portal_system/,
    ],
    [
      { MIGRATION_DATABASE_URL: systemUrl },
      /^FAIL {2}portal_owner: portal_system does not own the tables/,
    ],
  ] as const) {
    const lines = (await doctor(env)).out.split('\n').filter((line) => line.startsWith('FAIL'))
    const about = isAlone ? lines : lines.filter((line) => pattern.test(line))
    expect(about).toEqual([expect.stringMatching(pattern)])
  }
  const away = await doctor({ SYSTEM_DATABASE_URL: changed(systemUrl, 'hostname', 'db.invalid') })
  expect(failures(away.out)).toEqual(['database'])
  expect(away.out).toMatch(/^- {5}payments: not checked, the database is down or a standby$/m)
  // With the settings of a worker's container.
  const { out } = await doctor({ DATABASE_URL: '', MIGRATION_DATABASE_URL: '' })
  expect(out).toMatch(/^- {5}portal_app: not checked, /m)
  expect(out).toMatch(/^- {5}portal_owner: not checked, /m)
  expect(out).toMatch(/^ok {4}migrations: \d+ applied/m)
})

test('another missing host is not reported as a fault of the database', async () => {
  const { out } = await doctor({
    SMTP_URL: 'smtp://mail.invalid:25',
    STRIPE_API_BASE: 'http://cards.invalid',
  })
  expect(failures(out)).toEqual(['card provider', 'mail server'])
  expect(out).not.toMatch(/FAIL.*database/)
})

test('the sign-in provider is asked whether it knows our client, its secret and our address', async () => {
  expect((await doctor()).out).toContain(
    `ok    sign-in provider: responds, accepts our client, returns users to ${portal.origin}/api/auth/callback`,
  )
  for (const name of ['OIDC_CLIENT_SECRET', 'OIDC_CLIENT_ID'])
    expect((await doctor({ [name]: 'wrong-at-the-provider' })).out).toMatch(
      /FAIL {2}sign-in provider: refuses our client \(invalid_client\); are OIDC_CLIENT_ID, /,
    )
  expect((await doctor({ PORTAL_ORIGIN: 'http://localhost:4999' })).out).toMatch(
    /FAIL {2}sign-in provider: refuses to return users to http:\/\/localhost:4999\/api\/auth\/callback \(status 400\)/,
  )
})

test('a collector of traces is asked whether it accepts them', async () => {
  const line = async (endpoint: string, env = {}) => {
    const { out } = await doctor({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env })
    return /^.*collector of traces: .*$/m.exec(out)?.[0]
  }
  expect(await line('')).toBe(
    'ok    collector of traces: none (OTEL_EXPORTER_OTLP_ENDPOINT is unset)',
  )
  const asked: string[] = []
  const [endpoint, close] = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(asked.length === 1 ? 200 : 415).end()
  })
  expect(await line(endpoint)).toBe('ok    collector of traces: responds')
  expect(await line(endpoint)).toBe(
    `FAIL  collector of traces: ${endpoint} returned 415; does it accept OTLP over HTTP?`,
  )
  // The doctor sends the same key as the servers.
  const [address] = await serve(({ headers }, response) => {
    response.writeHead(headers['x-key'] === 'ours' ? 200 : 401).end()
  })
  expect(await line(address, { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=ours' })).toBe(
    'ok    collector of traces: responds',
  )
  expect(asked).toEqual(Array(2).fill('POST /v1/traces'))
  close()
  expect(await line(endpoint)).toMatch(/^FAIL {2}collector of traces: .* does not respond/)
})

test('workers that do not run, hang, or do not succeed are reported', async () => {
  const line = async () => /^.*workers: .*$/m.exec((await doctor()).out)?.[0]
  expect(await line()).toBe('ok    workers: run, and all their works succeed')
  const hour = new Date(Date.now() - 3_600_000).toISOString()
  await reportWorker(portal.system, {
    'send mail': { everySeconds: 2, succeededAt: hour },
    sweep: { everySeconds: 3600, succeededAt: hour },
  })
  expect(await line()).toMatch(
    /^FAIL {2}workers: a worker runs, but .*: send mail\. Its log says why$/,
  )
  await portal.system.query(`update worker set seen_at = now() - interval '2 minutes'`)
  expect(await line()).toMatch(/^FAIL {2}workers: no worker has reported since \S+Z: /)
  await portal.system.query('delete from worker')
  expect(await line()).toMatch(/^FAIL {2}workers: no worker has ever run: /)
  await reportWorker(portal.system)
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
    'invoice lines',
    'AutoPay',
    'events',
    'mail',
  ])
  expect(out).toMatch(
    /1 invoice without all lines, first D-1: a worker books the lines within an hour/,
  )
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
    'invoice lines',
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
  const pages = 'https://login.invalid'
  const [OIDC_ISSUER] = await serve((_request, response) =>
    response.end(JSON.stringify({ authorization_endpoint: `${pages}/authorize` })),
  )
  expect((await doctor({ OIDC_ISSUER })).out).toMatch(
    /FAIL {2}sign-in provider: users cannot be sent to \S+: set OIDC_PAGE_ORIGIN=https:\/\/login\.invalid\n/,
  )
  // That page does not exist.
  expect((await doctor({ OIDC_ISSUER, OIDC_PAGE_ORIGIN: pages })).out).toMatch(
    /FAIL {2}sign-in provider: https:\/\/login\.invalid\/authorize does not respond/,
  )
})

test('a receiver that is down, slow, or rejects an event, is reported', async () => {
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
    delete from outbox_stream; update outbox_receiver set away_since = null;
    update outbox_event set created_at = now() - interval '20 minutes'`)
  // Without EVENTS_URL, receivers fetch the events.
  expect((await doctor()).out).toMatch(/ok {4}events: 1 waiting for delivery or for EVENTS_URL/)
  const secret = `whsec_${Buffer.alloc(24).toString('base64')}`
  const receiver = { EVENTS_URL: 'https://127.0.0.1/', EVENTS_SECRETS: secret }
  expect((await doctor(receiver)).out).toMatch(
    /FAIL {2}events: 1 event not delivered, the oldest for 20 min: /,
  )
  await portal.system.query('delete from outbox_event')
  expect((await doctor()).out).toMatch(/ok {4}events: all delivered/)
})

test('events with a wrong signature are reported: the secret may be that of another endpoint', async () => {
  await portal.stranger.post('/api/payment/provider-events', {
    payload: { id: 'evt_x' },
    headers: { 'stripe-signature': 't=1,v1=0' },
  })
  expect((await doctor()).out).toMatch(
    /FAIL {2}provider events: 1 event of the last hour had a wrong signature: has STRIPE_WEBHOOK_SECRET /,
  )
  await portal.system.query(`delete from rate_window`)
})

test('a changed entry of one company’s history is reported', async () => {
  for (const id of ['D8', 'D9']) {
    await portal.given.company(id)
    await portal.system.query(sql`
      insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
      values (${id}, 'Ana', '::1', 'Account', 'Test', 'As it was')`)
  }
  expect((await doctor()).out).toMatch(/ok {4}histories: all are unchanged/)
  await portal.owner.query(`
    alter table history_entry disable trigger user;
    alter table history_entry no force row level security;
    update history_entry set description = 'As it was not' where account_id = 'D9';
    alter table history_entry enable trigger user;
    alter table history_entry force row level security`)
  expect((await doctor()).out).toMatch(/FAIL {2}histories: D9: Entry 1 /)
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
