import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { isInTheWay } from '../../platform/database/database-errors.ts'
import { queryOne, type Database } from '../../platform/database/database.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'
import { keepEvent, takeKept, unseenEvents } from './provider-events.queries.ts'
import { takeOrKeep, type TakeEvent } from './take-event.ts'

interface TakenTypes {
  /** The types to list, at most 20. */
  types: readonly string[]
  take: TakeEvent
}

interface Reading {
  since: Date
  startedAt: Date
  /** When the list was last read. */
  readBefore: Date
  /** Also reads events from the last hour that the list showed late. */
  isHourly: boolean
  /** The provider deleted events that were never read here: it keeps events for 30 days. */
  hasGap: boolean
}

const keptAtOnce = 50

/**
 * Reads the card provider's list of events, processes those that no webhook delivered, and tries stored events again. Any
 * number of workers may run this: each event has its effect once.
 */
export async function readEventList(
  deps: Deps,
  systemDb: Database,
  { types, take }: TakenTypes,
): Promise<number> {
  const reading = await beginReading(systemDb)
  if (reading.hasGap)
    deps.log.error(
      { since: reading.since },
      'the card provider has deleted events that were never read; run portal payments reconcile --since',
    )
  const events = await deps.cards.listEvents(types, reading.since)
  for (const event of await unseenEvents(systemDb, events)) await takeFromList(deps, event, take)
  await endReading(systemDb, reading, events.at(-1)?.createdAt)
  for (const event of await takeKept(systemDb, keptAtOnce)) await takeFromList(deps, event, take)
  return 0
}

/** An event that fails is stored, so that it does not block the other events. */
async function takeFromList(deps: Deps, event: ProviderEvent, take: TakeEvent): Promise<void> {
  try {
    await takeOrKeep(deps, event, take)
  } catch (error) {
    const about = { err: error, eventId: event.id }
    if (deps.cards.failureOf(error))
      deps.log.warn(about, 'the card provider did not respond about an event')
    else if (isInTheWay(error)) deps.log.warn(about, 'an event of the card provider has to wait')
    else deps.log.error(about, 'an event of the card provider could not be processed')
    const problem = error instanceof Error ? error.message : 'It could not be processed.'
    await keepEvent(deps, event, problem)
  }
}

async function beginReading(systemDb: Database): Promise<Reading> {
  const row = await queryOne<Reading>(
    systemDb,
    sql`
    select position - case when hour_read_at <= now() - interval '1 hour' then interval '1 hour'
                           else interval '5 minutes' end as since,
           now() as "startedAt", read_at as "readBefore",
           hour_read_at <= now() - interval '1 hour' as "isHourly",
           read_at < now() - interval '30 days' as "hasGap"
      from provider_event_list`,
  )
  if (!row) throw new Error('provider_event_list has no row')
  return row
}

async function endReading(
  systemDb: Database,
  { startedAt, readBefore, isHourly, hasGap }: Reading,
  newest: Date | undefined,
): Promise<void> {
  await systemDb.query(sql`
    update provider_event_list
       set position = greatest(position, ${newest ?? null}::timestamptz),
           read_at = greatest(read_at, ${startedAt}),
           hour_read_at = case when ${isHourly} then ${startedAt} else hour_read_at end,
           missing_since = case when ${hasGap} then least(missing_since, ${readBefore}) else missing_since end,
           missing_before = case when ${hasGap} then ${startedAt}::timestamptz - interval '30 days'
                                 else missing_before end`)
}

/** Returns since when events are missing; undefined if none are. */
export async function findEventGap(systemDb: Database): Promise<Date | undefined> {
  const row = await queryOne<{ since: Date }>(
    systemDb,
    sql`select missing_since as since from provider_event_list where missing_since is not null`,
  )
  return row?.since
}

/** Ends the gap: the lists of intents, refunds and disputes replaced the missing events. */
export async function closeEventGap(systemDb: Database): Promise<void> {
  await systemDb.query(
    sql`update provider_event_list set missing_since = null, missing_before = null`,
  )
}
