import type { FastifyPluginAsync } from 'fastify'
import { platformCalls } from '@portal/domain/platform/platform.calls'
import type { Deps } from '../deps.ts'
import { serve } from '../platform/serve.ts'
import { apiDocument } from './api-document.ts'

/** The description of the calls, for programs and for people; it says nothing that the calls themselves would not. */
export const docsRoutes: FastifyPluginAsync<Deps> = async (app) => {
  const text = JSON.stringify(apiDocument())

  serve(app, platformCalls.getApiDocument, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )
}
