import type { FastifyPluginAsync } from 'fastify'
import sql from 'sql-template-tag'
import { integrationCalls } from '@portal/domain/integration/integration.calls'
import type { Deps } from '../deps.ts'
import { Refusal } from '../platform/refusal.ts'
import { serve } from '../platform/serve.ts'
import { keyDigestOf } from '../session/api-key.ts'
import { eventColumns, toEvent, type EventRow } from './events.queries.ts'

export const eventRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  // As they were written: an event of before a field was added must not stop all that come after it.
  const serialize = (page: unknown) => JSON.stringify(page)
  serve(app, integrationCalls.listEvents, { serialize }, async (request) => {
    const { after, limit } = request.query
    const { rows: swept } = await deps.db.query<{ position: number }>(
      sql`select events_swept() as position`,
    )
    const kept = swept[0]?.position ?? 0
    if (after !== undefined && after < kept)
      throw new Refusal(410, `Events up to ${kept} are no longer kept. Ask after ${kept}.`)
    const { rows } = await deps.db.query<EventRow>(sql`
        select ${eventColumns} from events_after(${keyDigestOf(request)}, ${after ?? kept}, ${limit})
         order by position`)
    return { events: rows.map(toEvent), position: rows.at(-1)?.position ?? after ?? kept }
  })
}
