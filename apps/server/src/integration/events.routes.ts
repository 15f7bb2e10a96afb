import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import sql from 'sql-template-tag'
import { EventPage, EventsAfter } from '@portal/domain/integration/events.schema'
import type { Deps } from '../deps.ts'
import { Refusal } from '../platform/refusal.ts'
import { keyDigestOf } from '../session/api-key.ts'
import { eventColumns, toEvent, type EventRow } from './events.queries.ts'

export const eventRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    '/integration/events',
    {
      config: { access: 'events:read' },
      schema: { querystring: EventsAfter, response: { 200: EventPage } },
      // As they were written: an event of before a field was added must not stop all that come after it.
      serializerCompiler: () => (page) => JSON.stringify(page),
    },
    async (request) => {
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
    },
  )
}
