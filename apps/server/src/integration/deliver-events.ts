import sql from 'sql-template-tag'
import type { PortalEvent } from '@portal/domain/integration/events.schema'
import { forEachAtOnce } from '../platform/at-once.ts'
import { inTransaction, type Database } from '../platform/database.ts'
import { eventColumns, toEvent, type EventRow } from './events.queries.ts'
import type { SendWebhook } from './send-webhook.ts'

/** Seconds until the next try of an event, by how often it was tried; the last one from then on. */
const delays = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 21_600]
/** Companies taken at once, and deliveries under way at once. */
const companies = 32
const concurrency = 8
/** Events of one company before others get their turn. */
const eventsInTurn = 100

interface Stream {
  accountId: string
  tries: number
}

interface Work {
  systemDb: Database
  send: SendWebhook
  signal: AbortSignal
}

/**
 * Delivers what waits, at least once each: the events of a company in order, a later one only after the earlier
 * one was taken; companies do not wait for each other. What is refused is tried again after growing delays, for
 * ever: nothing is dropped because a receiver was down. Any number of workers may run it. Answers how many
 * companies it looked after.
 */
export async function deliverEvents(
  systemDb: Database,
  send: SendWebhook,
  signal: AbortSignal,
  onFailure: (error: unknown, accountId: string) => void,
): Promise<number> {
  const streams = await leaseStreams(systemDb)
  const work = { systemDb, send, signal }
  let delivered = 0
  await forEachAtOnce(
    streams,
    concurrency,
    async (stream) => {
      delivered += await deliverStream(work, stream)
    },
    (error, { accountId }) => onFailure(error, accountId),
  )
  if (delivered) await wakeStreams(systemDb)
  return streams.length
}

/** Takes companies nobody looks after, for a minute; another worker passes over them. */
async function leaseStreams(systemDb: Database): Promise<Stream[]> {
  const { rows } = await systemDb.query<Stream>(sql`
    update outbox_stream s
       set lease_until = now() + interval '1 minute', tried_at = now(), is_away = false
      from (select account_id from outbox_stream
             where next_try_at <= now() and lease_until <= now()
             order by next_try_at limit ${companies} for update skip locked) due
     where s.account_id = due.account_id
 returning s.account_id as "accountId", s.tries`)
  return rows
}

/** Sends a company's events in order until one is not taken. Answers how many were. */
async function deliverStream({ systemDb, send, signal }: Work, stream: Stream): Promise<number> {
  const { accountId } = stream
  const { rows } = await systemDb.query<EventRow>(sql`
    select ${eventColumns} from outbox_event
     where account_id = ${accountId} and delivered_at is null and position is not null
     order by position limit ${eventsInTurn}`)
  let delivered = 0
  for (const row of rows) {
    if (signal.aborted) break
    const event = toEvent(row)
    const answer = await send({ id: event.id, body: JSON.stringify(event) })
    if (answer !== 'delivered') {
      const tries = delivered ? 0 : stream.tries
      await postpone(systemDb, accountId, tries, answer)
      return delivered
    }
    await noteDelivery(systemDb, accountId, event)
    delivered += 1
  }
  await release(systemDb, accountId)
  return delivered
}

async function noteDelivery(systemDb: Database, accountId: string, { id }: PortalEvent) {
  await systemDb.query(sql`
    with noted as (
      update outbox_event set delivered_at = now() where account_id = ${accountId} and id = ${id})
    update outbox_stream set lease_until = now() + interval '1 minute', tries = 0, last_error = null
     where account_id = ${accountId}`)
}

async function postpone(
  systemDb: Database,
  accountId: string,
  tries: number,
  { problem, isAway }: { problem: string; isAway: boolean },
): Promise<void> {
  const seconds = delays[tries] ?? delays.at(-1)
  await systemDb.query(sql`
    update outbox_stream
       set tries = ${tries + 1}, last_error = ${problem}, is_away = ${isAway}, lease_until = now(),
           next_try_at = now() + make_interval(secs => ${seconds})
     where account_id = ${accountId}`)
}

/** Gives the company back; when nothing of it waits any more, its row goes. */
async function release(systemDb: Database, accountId: string): Promise<void> {
  await inTransaction(systemDb, async (tx) => {
    await tx.run(sql`
      update outbox_stream set lease_until = now(), next_try_at = now() where account_id = ${accountId}`)
    // A statement of its own, after the row is held: it sees what was written until then.
    await tx.run(sql`
      delete from outbox_stream
       where account_id = ${accountId}
         and not exists (select from outbox_event e
                          where e.account_id = ${accountId} and e.delivered_at is null and e.position is not null)`)
  })
}

/** The receiver is back: companies that only waited for that go on, each once a minute at most. */
async function wakeStreams(systemDb: Database): Promise<void> {
  await systemDb.query(sql`
    update outbox_stream set next_try_at = tried_at + interval '1 minute'
     where is_away and next_try_at > tried_at + interval '1 minute'`)
}
