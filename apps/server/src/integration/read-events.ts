import sql from 'sql-template-tag'
import type { PortalEvent } from '@portal/domain/integration/events.schema'
import { queryOne, type Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { eventColumns, toEvent, type EventRow } from './events.queries.ts'

/**
 * Returns the events after a position, and the position to use next. A position that the portal cannot serve is refused:
 * an empty page would look as if nothing had happened (decision 0019).
 */
export async function readEvents(
  db: Database,
  digest: Buffer,
  { after, limit }: { after?: number; limit: number },
): Promise<{ events: PortalEvent[]; position: number }> {
  const { swept, last } = await keptPositions(db)
  if (after !== undefined && after < swept)
    throw new Refusal(
      410,
      `Events up to ${swept} are no longer kept. Use a position of at least ${swept}.`,
    )
  if (after !== undefined && after > last)
    throw new Refusal(
      409,
      `There is no position ${after} here: the last one is ${last}. Either it is from another portal, or this portal was ` +
        'restored from a backup and its positions have not been raised yet. Keep your position and ask the operator.',
    )
  const { rows } = await db.query<EventRow>(sql`
    select ${eventColumns} from events_after(${digest}, ${after ?? swept}, ${limit}) order by position`)
  return { events: rows.map(toEvent), position: rows.at(-1)?.position ?? after ?? swept }
}

async function keptPositions(db: Database): Promise<{ swept: number; last: number }> {
  const kept = await queryOne<{ swept: number; last: number }>(
    db,
    sql`select swept, last from events_kept()`,
  )
  return kept ?? { swept: 0, last: 0 }
}
