import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { EventPage, EventsAfter } from '@portal/domain/integration/events.schema'
import type { Deps } from '../deps.ts'
import { keyDigestOf } from '../session/api-key.ts'
import { readEvents } from './read-events.ts'

export const eventRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    '/integration/events',
    {
      config: { access: 'events:read' },
      schema: { querystring: EventsAfter, response: { 200: EventPage } },
      // As they were written: an event of before a field was added must not stop all that come after it.
      serializerCompiler: () => (page) => JSON.stringify(page),
    },
    (request) => readEvents(deps.db, keyDigestOf(request), request.query),
  )
}
