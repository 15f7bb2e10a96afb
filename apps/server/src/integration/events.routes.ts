import type { FastifyPluginAsync } from 'fastify'
import { integrationCalls } from '@portal/domain/integration/integration.calls'
import type { Deps } from '../deps.ts'
import { serve } from '../platform/http/serve.ts'
import { keyDigestOf } from '../session/api-key.ts'
import { readEvents } from './read-events.ts'

export const eventRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  // Events are served as they were stored: an event from before a field was added must not block later ones.
  const serialize = (page: unknown) => JSON.stringify(page)
  serve(app, integrationCalls.listEvents, { serialize }, (request) =>
    readEvents(deps.db, keyDigestOf(request), request.query),
  )
}
