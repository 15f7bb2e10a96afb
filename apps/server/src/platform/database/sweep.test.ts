import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { queryPlan } from '../../../test/database/query-plan.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { readFigures } from '../../integration/business-metrics.ts'
import { inTransaction } from './database.ts'
import { endedRowsOf, sweep } from './sweep.ts'

const portal = testPortal()

beforeAll(async () => {
  await portal.given.company('A1')
})
beforeEach(() =>
  portal.system.query(`
    delete from mail; delete from outbox_event; delete from outbox_stream; delete from rate_window; delete from provider_event;
    update outbox_end set swept = 0`),
)

const config = { eventsKeptDays: 400 }

/** Creates events of one company at positions 1 to `count`, each a minute newer than the previous one. */
const givenEvents = (accountId: string, count: number, age: string) =>
  portal.system.query(
    `insert into outbox_event (account_id, type, data, position, created_at)
     select $1, 'user.removed', '{}', n + (select coalesce(max(position), 0) from outbox_event),
            now() - $3::interval + n * interval '1 minute'
       from generate_series(1, $2) n`,
    [accountId, count, age],
  )

const mailsLeft = async () => {
  const { rows } = await portal.system.query<{ about: string }>(
    'select about from mail order by about',
  )
  return rows.map(({ about }) => about)
}

test('mails are deleted 400 days after they were sent or stopped; mails that wait are kept', async () => {
  await portal.system.query(`
    insert into mail (account_id, about, kind, recipient, subject, content, created_at, tries, sent_at, given_up_at)
    select 'A1', about, 'receipts', 'a@a.example', 'S', '{}', now() - interval '500 days', tries, sent, stopped
      from (values ('sent long ago', 1, now() - interval '401 days', null::timestamptz),
                   ('sent', 1, now() - interval '399 days', null),
                   ('stopped long ago', 20, null, now() - interval '401 days'),
                   ('stopped', 20, null, now() - interval '399 days'),
                   ('waits', 3, null, null),
                   ('waits for a person', 20, null, null)) as m (about, tries, sent, stopped)`)
  await sweep(portal.system, config)
  expect(await mailsLeft()).toEqual(['sent', 'stopped', 'waits', 'waits for a person'])
})

test('more rows than fit into one transaction are deleted too, and the last position is noted', async () => {
  await givenEvents('A1', 7, '401 days')
  await givenEvents('A1', 2, '1 day')
  await sweep(portal.system, config, 3)
  const { rows } = await portal.system.query(
    `select array_agg(position::int order by position) as positions, (select swept from outbox_end) as swept from outbox_event`,
  )
  expect(rows).toEqual([{ positions: [8, 9], swept: 7 }])
})

test('one worker sweeps at a time, and the next one does it', async () => {
  await givenEvents('A1', 1, '401 days')
  const count = async () =>
    (await portal.system.query<{ n: number }>('select count(*) as n from outbox_event')).rows
  await inTransaction(portal.system, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('portal sweep'))`)
    await sweep(portal.system, config)
    expect(await count()).toEqual([{ n: 1 }])
  })
  await sweep(portal.system, config)
  expect(await count()).toEqual([{ n: 0 }])
})

test('long-kept rows are not read to find expired ones', async () => {
  await givenEvents('A1', 5000, '300 days')
  await portal.system.query(`
    insert into mail (account_id, about, kind, recipient, subject, content, tries, sent_at)
    select 'A1', 'm' || n, 'receipts', 'a@a.example', 'S', '{}', 1, now() from generate_series(1, 5000) n;
    insert into rate_window select 'key ' || n, now(), 1 from generate_series(1, 5000) n;
    insert into provider_event (id, type, object_id, outcome)
    select 'evt_' || n, 'charge.refunded', 're_' || n, 'refunded' from generate_series(1, 5000) n`)
  await portal.owner.query('vacuum analyze mail, outbox_event, rate_window, provider_event')
  for (const table of ['mail', 'outbox_event', 'rate_window', 'provider_event'])
    for (const events of [undefined, {}]) {
      const ended = endedRowsOf(table, { ...config, events }, 1000)
      const plan = await inTransaction(portal.system, (tx) => queryPlan(tx, ended))
      expect(plan.rowsTouched, `${table}: ${plan.text}`).toBeLessThan(10)
    }
})

test('the metrics name the oldest event that waits in any company', async () => {
  await givenEvents('A1', 3, '1 day')
  await givenEvents('A2', 3, '2 days')
  await portal.system.query(`insert into outbox_stream (account_id) values ('A1'), ('A2')`)
  const figures = await readFigures(portal.system)
  expect(figures.portal_events_undelivered).toBe(6)
  expect(figures.portal_events_oldest_seconds).toBeGreaterThan(2 * 86_400 - 3600)
  expect(figures.portal_events_oldest_seconds).toBeLessThan(2 * 86_400 + 3600)
})
