import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { EventType } from '@portal/domain/integration/event-data.schema'
import {
  changedPayloads,
  olderPayloads,
  type ChangedPayloads,
  type EventVersion,
} from '@portal/domain/integration/event-versions'
import { inTransaction, type Database, type Tx } from '../platform/database/database.ts'

/** The number of events that get a position in one transaction. */
const atOnce = 1000

interface Waiting {
  accountId: string
  id: string
  type: EventType
  version: number
  /** Null unless an older payload is derived from the data. */
  data: Record<string, unknown> | null
}

type Placed = Pick<Waiting, 'accountId' | 'id'>
type Older = Placed & { newer: string; version: number; data: object }

/**
 * Gives committed events their position in the order of reading (decision 0045), one process at a time, and notes the
 * companies with events to deliver. If an older version of an event is still sent, this version gets a position of its own
 * directly after the event. Returns how many events got a position.
 */
export async function givePositions(
  systemDb: Database,
  stillSent: readonly EventVersion[],
  changed: ChangedPayloads = changedPayloads,
): Promise<number> {
  return inTransaction(systemDb, async (tx) => {
    // This lock makes each later statement see everything that its previous holder committed.
    await tx.run(sql`select from outbox_end for update`)
    const waiting = await tx.query<Waiting>(sql`
      select account_id as "accountId", id, type, version,
             case when type = any (${stillSent.map(({ type }) => type)}) then data end as data
        from outbox_event where position is null
       order by written limit ${atOnce}`)
    if (waiting.length === 0) return 0
    const older = waiting.flatMap((event) => olderOf(event, stillSent, changed))
    if (older.length > 0) await insertOlder(tx, older)
    await place(
      tx,
      waiting.flatMap((event) => [event, ...older.filter(({ newer }) => newer === event.id)]),
    )
    return waiting.length + older.length
  })
}

function olderOf(
  { accountId, id, type, version, data }: Waiting,
  stillSent: readonly EventVersion[],
  changed: ChangedPayloads,
): Older[] {
  if (!data) return []
  const payloads = olderPayloads({ type, version, data }, stillSent, changed)
  return payloads.map((payload) => ({ accountId, id: randomUUID(), newer: id, ...payload }))
}

async function insertOlder(tx: Tx, older: readonly Older[]): Promise<void> {
  await tx.run(sql`
    insert into outbox_event (account_id, id, type, version, data, created_at)
    select e.account_id, o.id, e.type, o.version, o.data, e.created_at
      from jsonb_to_recordset(${JSON.stringify(older)}::jsonb)
           as o ("accountId" text, id uuid, newer uuid, version int, data jsonb)
      join outbox_event e on e.account_id = o."accountId" and e.id = o.newer`)
}

async function place(tx: Tx, events: readonly Placed[]): Promise<void> {
  await tx.run(sql`
    with placed as (
      select account_id, id, o.position + nth as position
        from unnest(${events.map(({ accountId }) => accountId)}::text[], ${events.map(({ id }) => id)}::uuid[])
             with ordinality as e (account_id, id, nth), outbox_end o),
    chained as (
      select p.*, lag(p.position, 1, c.position) over (partition by p.account_id order by p.position) as previous
        from placed p left join outbox_company c on c.account_id = p.account_id),
    ends as (
      insert into outbox_company (account_id, position)
      select account_id, max(position) from placed group by account_id
          on conflict (account_id) do update set position = excluded.position)
    update outbox_event e set position = c.position, previous_position = c.previous
      from chained c
     where e.account_id = c.account_id and e.id = c.id`)
  // Updates the row even if it exists: a worker that is about to delete the row waits, and then checks again.
  await tx.run(sql`
    insert into outbox_stream as s (account_id)
    select distinct account_id from unnest(${events.map(({ accountId }) => accountId)}::text[]) as e (account_id)
     order by account_id
        on conflict (account_id) do update set account_id = s.account_id`)
  await tx.run(sql`update outbox_end set position = position + ${events.length}`)
}
