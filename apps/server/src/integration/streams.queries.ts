import sql from 'sql-template-tag'
import { inTransaction, queryOne, type Database } from '../platform/database/database.ts'

/** Seconds until the next try, by the number of rejections; the last value is used for all further ones. */
const delays = [5, 30, 120, 600, 1800, 3600]
/** The number of companies leased at a time. */
const companies = 32
/** While events wait, at least one event is sent in this interval. */
const probeEvery = sql`interval '30 seconds'`
/** If the receiver accepted another event within this time, the receiver is up and the rejected event is the cause. */
const proofOfLife = sql`interval '30 seconds'`
const lease = sql`interval '1 minute'`

export interface Stream {
  accountId: string
}

/**
 * Leases companies with events to send for a minute; other workers skip these companies. While the receiver is
 * unavailable, or if no company is due, one company is leased every 30 seconds, in turn.
 */
export async function leaseStreams(systemDb: Database): Promise<Stream[]> {
  const { rows } = await systemDb.query<Stream>(sql`
    with due as (
      select account_id from outbox_stream
       where next_try_at <= now() and lease_until <= now()
         and not exists (select from outbox_receiver where away_since is not null)
       order by next_try_at limit ${companies} for update skip locked),
    tried as (
      update outbox_receiver set tried_at = now()
       where tried_at < now() - interval '1 second' and exists (select from due))
    update outbox_stream s set lease_until = now() + ${lease}, tried_at = now()
      from due where s.account_id = due.account_id
 returning s.account_id as "accountId"`)
  return rows.length > 0 ? rows : probe(systemDb)
}

async function probe(systemDb: Database): Promise<Stream[]> {
  const { rows } = await systemDb.query<Stream>(sql`
    with turn as (
      update outbox_receiver set tried_at = now()
       where tried_at <= now() - ${probeEvery}
         and exists (select from outbox_stream where lease_until <= now())
   returning one),
    next as (
      select account_id from outbox_stream where lease_until <= now()
       order by tried_at nulls first, account_id limit 1 for update skip locked)
    update outbox_stream s set lease_until = now() + ${lease}, tried_at = now()
      from turn, next where s.account_id = next.account_id
 returning s.account_id as "accountId"`)
  return rows
}

export async function noteTaken(systemDb: Database, accountId: string, id: string): Promise<void> {
  await systemDb.query(sql`
    with noted as (
      update outbox_event set delivered_at = now() where account_id = ${accountId} and id = ${id}),
    receiver as (
      update outbox_receiver set taken_at = now(), away_since = null, problem = null
       where away_since is not null or taken_at < now() - interval '1 second')
    update outbox_stream set lease_until = now() + ${lease}, tries = 0, last_error = null, is_doubtful = false
     where account_id = ${accountId}`)
}

/**
 * Records a rejected event: its company waits, longer after each rejection. If the receiver accepted no other event for a
 * while, the event may not be the cause, so the company is tried again as soon as the receiver accepts an event.
 */
export async function noteRefused(
  systemDb: Database,
  accountId: string,
  problem: string,
): Promise<void> {
  await systemDb.query(sql`
    update outbox_stream s
       set tries = s.tries + 1, last_error = ${problem}, lease_until = now(),
           is_doubtful = r.taken_at < now() - ${proofOfLife},
           next_try_at = now() + make_interval(secs => (${delays}::int[])[least(s.tries + 1, ${delays.length})])
      from outbox_receiver r where s.account_id = ${accountId}`)
}

/**
 * Records a missing response. Returns false if the receiver accepted an event a moment ago: then the receiver is up, and
 * only this event waits. Otherwise the receiver counts as unavailable, and all events wait.
 */
export async function noteUnavailable(systemDb: Database, problem: string): Promise<boolean> {
  const away = await queryOne(
    systemDb,
    sql`
    update outbox_receiver set away_since = coalesce(away_since, now()), problem = ${problem}
     where taken_at < now() - ${proofOfLife} returning one`,
  )
  return away !== undefined
}

/** Releases the company, and deletes its row if no events wait. */
export async function release(systemDb: Database, accountId: string): Promise<void> {
  await inTransaction(systemDb, async (tx) => {
    await tx.run(sql`
      update outbox_stream set lease_until = now(), next_try_at = now() where account_id = ${accountId}`)
    // A separate statement after the lock, so that it sees everything written until then.
    await tx.run(sql`
      delete from outbox_stream
       where account_id = ${accountId}
         and not exists (select from outbox_event e
                          where e.account_id = ${accountId} and e.delivered_at is null and e.position is not null)`)
  })
}

/** Makes companies due that may have waited because of the receiver: it accepts events again. */
export async function wakeDoubtful(systemDb: Database): Promise<void> {
  await systemDb.query(sql`
    update outbox_stream set next_try_at = now(), is_doubtful = false where is_doubtful`)
}
