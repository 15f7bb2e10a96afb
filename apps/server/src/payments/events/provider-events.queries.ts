import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import {
  inTransaction,
  queryOne,
  type Database,
  type Tx,
} from '../../platform/database/database.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'

/** Records an event that has no effect. */
export function store(deps: Deps, event: ProviderEvent, outcome: string): Promise<boolean> {
  return inTransaction(deps.paymentsDb, (tx) => storeEvent(tx, event, outcome))
}

/** Records an event in the transaction of its effect. Returns false if the event was already processed. */
export async function storeEvent(tx: Tx, event: ProviderEvent, outcome: string): Promise<boolean> {
  const stored = await tx.run(sql`
    insert into provider_event (id, type, object_id, outcome)
    values (${event.id}, ${event.type}, ${event.objectId}, ${outcome})
        on conflict (id) do update set outcome = excluded.outcome, event = null, next_try_at = null, problem = null
     where provider_event.outcome is null`)
  return stored > 0
}

/** Returns whether the event was already processed. */
export async function isStored(deps: Deps, eventId: string): Promise<boolean> {
  const row = await queryOne(
    deps.paymentsDb,
    sql`select id from provider_event where id = ${eventId} and outcome is not null`,
  )
  return row !== undefined
}

/** Stores an event that could not be processed, for another try: first after a minute, later every 10 minutes. */
export async function keepEvent(deps: Deps, event: ProviderEvent, problem: string): Promise<void> {
  await inTransaction(deps.paymentsDb, (tx) =>
    tx.run(sql`
      insert into provider_event (id, type, object_id, event, tries, next_try_at, problem)
      values (${event.id}, ${event.type}, ${event.objectId}, ${JSON.stringify(event)}, 1,
              now() + interval '1 minute', ${problem})
          on conflict (id) do update
         set tries = provider_event.tries + 1, problem = excluded.problem,
             next_try_at = now() + make_interval(mins => least(provider_event.tries + 1, 10))
       where provider_event.outcome is null`),
  )
}

/** Takes stored events that are due, for a minute; other workers skip these events. */
export async function takeKept(systemDb: Database, count: number): Promise<ProviderEvent[]> {
  const { rows } = await systemDb.query<{ event: ProviderEvent }>(sql`
    update provider_event e set next_try_at = now() + interval '1 minute'
      from (select id from provider_event where outcome is null and next_try_at <= now()
             order by next_try_at limit ${count} for update skip locked) due
     where e.id = due.id
 returning e.event`)
  return rows.map(({ event }) => ({ ...event, createdAt: new Date(event.createdAt) }))
}

/** Returns the events that were never seen before, in their order. */
export async function unseenEvents(
  systemDb: Database,
  events: readonly ProviderEvent[],
): Promise<ProviderEvent[]> {
  const { rows } = await systemDb.query<{ id: string }>(sql`
    select id from provider_event where id = any (${events.map(({ id }) => id)}::text[])`)
  const seen = new Set(rows.map(({ id }) => id))
  return events.filter(({ id }) => !seen.has(id))
}
