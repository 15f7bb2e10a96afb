import sql from 'sql-template-tag'
import { inTransaction, queryOne, type Database } from '../platform/database/database.ts'
import { noCompany } from '../platform/outbox/outbox.ts'

export interface OutboxStatus {
  /** The number of events without a position; a worker assigns positions within seconds. */
  unplaced: number
  undelivered: number
  /** The time of the oldest event without a position. */
  oldestUnplaced: Date | null
  oldestUndelivered: Date | null
  lastPosition: number
  /** Since when the receiver has not responded, and why. Null while it responds. */
  awaySince: Date | null
  problem: string | null
}

export async function outboxStatus(systemDb: Database): Promise<OutboxStatus> {
  const status = await queryOne<OutboxStatus>(
    systemDb,
    sql`
    select (select count(*) from outbox_event where position is null) as unplaced,
           (select count(*) from outbox_event where delivered_at is null and position is not null) as undelivered,
           (select min(created_at) from outbox_event where position is null) as "oldestUnplaced",
           least((select min(created_at) from outbox_event where position is null),
                 (select min(created_at) from outbox_event where delivered_at is null and position is not null))
             as "oldestUndelivered",
           (select position from outbox_end) as "lastPosition",
           away_since as "awaySince", problem
      from outbox_receiver`,
  )
  return status!
}

export interface StuckStream {
  accountId: string
  tries: number
  nextTryAt: Date
  lastError: string
  /** The position of the event for which all later events of this company wait. */
  position: number
  type: string
}

/** Returns companies whose next event was rejected, the longest waiting first. */
export async function stuckStreams(systemDb: Database, limit = 20): Promise<StuckStream[]> {
  const { rows } = await systemDb.query<StuckStream>(sql`
    select s.account_id as "accountId", s.tries, s.next_try_at as "nextTryAt",
           coalesce(s.last_error, '') as "lastError", e.position, e.type
      from outbox_stream s
      join lateral (select position, type from outbox_event e
                     where e.account_id = s.account_id and e.delivered_at is null and e.position is not null
                     order by e.position limit 1) e on true
     where s.tries > 0 order by s.tries desc, e.position limit ${limit}`)
  return rows
}

export interface ListedEvent {
  position: number
  id: string
  accountId: string
  type: string
  createdAt: Date
  deliveredAt: Date | null
  skippedAt: Date | null
}

export async function listEvents(
  systemDb: Database,
  { after = 0, limit = 50, account }: { after?: number; limit?: number; account?: string },
): Promise<ListedEvent[]> {
  const { rows } = await systemDb.query<ListedEvent>(sql`
    select position, id, account_id as "accountId", type, created_at as "createdAt",
           delivered_at as "deliveredAt", skipped_at as "skippedAt"
      from outbox_event
     where position > ${after} and (${account ?? null}::text is null or account_id = ${account ?? null})
     order by position limit ${limit}`)
  return rows
}

/** Queues all events from a position or an instant on for another delivery. Returns the number of events. */
export async function replayEvents(
  systemDb: Database,
  from: { position: number } | { instant: Date },
  account?: string,
): Promise<number> {
  const since =
    'position' in from ? sql`position >= ${from.position}` : sql`created_at >= ${from.instant}`
  return inTransaction(systemDb, async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`)
    // Locks the companies first, like a delivering worker. A worker that is about to remove a company's row checks again.
    await tx.run(sql`
      insert into outbox_stream as s (account_id)
      select distinct account_id from outbox_event
       where position is not null and ${since} and (${account ?? null}::text is null or account_id = ${account ?? null})
       order by account_id
          on conflict (account_id) do update set next_try_at = now()`)
    return tx.run(sql`
      update outbox_event set delivered_at = null, skipped_at = null
       where position is not null and ${since} and (${account ?? null}::text is null or account_id = ${account ?? null})`)
  })
}

/** Skips an event that the receiver will never accept; the next event is tried at once. */
export async function skipEvent(systemDb: Database, position: number): Promise<boolean> {
  return inTransaction(systemDb, async (tx) => {
    const skipped = await tx.one<{ accountId: string }>(sql`
      update outbox_event set delivered_at = now(), skipped_at = now()
       where position = ${position} and delivered_at is null returning account_id as "accountId"`)
    if (!skipped) return false
    await tx.run(sql`
      update outbox_stream set tries = 0, next_try_at = now() where account_id = ${skipped.accountId}`)
    return true
  })
}

/** Returns the name to show for a company's events. */
export const accountName = (accountId: string) => (accountId === noCompany ? 'none' : accountId)
