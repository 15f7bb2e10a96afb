import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  AttentionCount,
  AttentionPage,
  AttentionQuery,
  Resolved,
  ResolveItem,
  StartCharging,
} from '@portal/domain/attention/attention.schema'
import { CompanyFilter } from '@portal/domain/session/session.schema'
import type { Deps } from '../deps.ts'
import type { TakesEvents } from '../payments/events/provider-events.routes.ts'
import { listChargingStops } from '../platform/charging.ts'
import { scopeOf } from '../platform/scope.ts'
import { countAttention, readAttention } from './attention.queries.ts'
import { resolveItem } from './resolve-item.ts'
import { startAfterStop } from './start-after-stop.ts'

/** Items of each list at first, and of one list that is asked for. */
const limits = { each: 10, one: 500 }

export const attentionRoutes: FastifyPluginAsyncTypebox<Deps & TakesEvents> = async (app, deps) => {
  const config = { access: 'SuperAdmin' } as const

  app.get(
    '/attention',
    { config, schema: { querystring: AttentionQuery, response: { 200: AttentionPage } } },
    async (request) => {
      const { list } = request.query
      const limit = list ? limits.one : limits.each
      const stops = await listChargingStops(deps.db)
      return {
        stops: stops.map((stop) => ({ ...stop, stoppedAt: stop.stoppedAt.toISOString() })),
        lists: await readAttention(deps.db, sessionOf(request), { list, limit }),
      }
    },
  )

  app.get(
    '/attention/count',
    { config, schema: { querystring: CompanyFilter, response: { 200: AttentionCount } } },
    async (request) => ({ total: await countAttention(deps.db, sessionOf(request)) }),
  )

  app.post(
    '/attention/charging',
    {
      config,
      schema: { querystring: CompanyFilter, body: StartCharging, response: { 200: Resolved } },
    },
    async (request) => ({
      message: await startAfterStop(deps, scopeOf(request), sessionOf(request), request.body),
    }),
  )

  app.post(
    '/attention/:list/:action',
    {
      config,
      schema: {
        params: Type.Object({ list: Type.String(), action: Type.String() }),
        querystring: CompanyFilter,
        body: ResolveItem,
        response: { 200: Resolved },
      },
    },
    async (request) => {
      const { list, action } = request.params
      const scope = scopeOf(request)
      const order = { list, action, item: request.body, scope, sessionHash: sessionOf(request) }
      return { message: await resolveItem(deps, order) }
    },
  )
}

/** The digest that proves to the database whose session it is. */
function sessionOf(request: FastifyRequest): Buffer {
  if (!request.sessionHash) throw new Error('a super admin has a session')
  return request.sessionHash
}
