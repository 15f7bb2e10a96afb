import type { FastifyPluginAsync } from 'fastify'
import { integrationCalls } from '@portal/domain/integration/integration.calls'
import type { Deps } from '../deps.ts'
import { serve } from '../platform/serve.ts'
import { keyDigestOf } from '../session/api-key.ts'
import { readEvents } from './read-events.ts'

export const eventRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  // As they were written: an event of before a field was added must not stop all that come after it.
  const serialize = (page: unknown) => JSON.stringify(page)
  serve(app, integrationCalls.listEvents, { serialize }, (request) =>
    readEvents(deps.db, keyDigestOf(request), request.query),
  )
}
