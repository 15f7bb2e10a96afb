import sql from 'sql-template-tag'
import { inTransaction, queryOne, type Database } from '../platform/database.ts'
import { noCompany } from '../platform/outbox.ts'

export interface OutboxStatus {
  /** Without a place yet: a worker gives it within seconds. */
  unplaced: number
  undelivered: number
  oldestUndelivered: Date | null
  lastPosition: number
}

export async function outboxStatus(systemDb: Database): Promise<OutboxStatus> {
  const status = await queryOne<OutboxStatus>(
    systemDb,
    sql`
    select (select count(*) from outbox_event where position is null) as unplaced,
           (select count(*) from outbox_event where delivered_at is null and position is not null) as undelivered,
           least((select min(created_at) from outbox_event where position is null),
                 (select min(created_at) from outbox_event where delivered_at is null and position is not null))
             as "oldestUndelivered",
           (select position from outbox_end) as "lastPosition"`,
  )
  return status!
}

export interface StuckStream {
  accountId: string
  tries: number
  nextTryAt: Date
  lastError: string
  /** The event everything of this company waits for. */
  position: number
  type: string
}

/** Companies whose next event was not taken, those that are tried longest first. */
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

/** Has everything from a position or an instant on delivered again. Answers how many events. */
export async function replayEvents(
  systemDb: Database,
  from: { position: number } | { instant: Date },
  account?: string,
): Promise<number> {
  const since =
    'position' in from ? sql`position >= ${from.position}` : sql`created_at >= ${from.instant}`
  return inTransaction(systemDb, async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`)
    // Held first, as by whoever delivers; a company that is about to be done is looked at again.
    await tx.run(sql`
      insert into outbox_stream as s (account_id)
      select distinct account_id from outbox_event
       where position is not null and ${since} and (${account ?? null}::text is null or account_id = ${account ?? null})
       order by account_id
          on conflict (account_id) do update set account_id = s.account_id`)
    return tx.run(sql`
      update outbox_event set delivered_at = null, skipped_at = null
       where position is not null and ${since} and (${account ?? null}::text is null or account_id = ${account ?? null})`)
  })
}

/** Passes over an event that its receiver will never take; what waited behind it is tried at once. */
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

/** As people name it. */
export const accountName = (accountId: string) => (accountId === noCompany ? 'none' : accountId)
