import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { attentionCalls } from '@portal/domain/attention/attention.calls'
import type { Deps } from '../deps.ts'
import type { TakesEvents } from '../payments/events/provider-events.routes.ts'
import { listChargingStops } from '../payments/charge/charging-stop.ts'
import { scopeOf } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { countAttention, readAttention } from './attention.queries.ts'
import { resolveItem } from './resolve-item.ts'
import { startAfterStop } from './start-after-stop.ts'

/** The most items per list: if all lists are requested, and if one list is. */
const limits = { each: 10, one: 500 }

export const attentionRoutes: FastifyPluginAsync<Deps & TakesEvents> = async (app, deps) => {
  serve(app, attentionCalls.listAttention, async (request) => {
    const { list } = request.query
    const limit = list ? limits.one : limits.each
    const stops = await listChargingStops(deps.db)
    return {
      stops: stops.map((stop) => ({ ...stop, stoppedAt: stop.stoppedAt.toISOString() })),
      lists: await readAttention(deps, sessionOf(request), { list, limit }),
    }
  })

  serve(app, attentionCalls.countAttention, async (request) => ({
    total: await countAttention(deps.db, sessionOf(request)),
  }))

  serve(app, attentionCalls.startCharging, async (request) => ({
    message: await startAfterStop(deps, scopeOf(request), sessionOf(request), request.body),
  }))

  serve(app, attentionCalls.resolveItem, async (request) => {
    const { list, action } = request.params
    const scope = scopeOf(request)
    const order = { list, action, item: request.body, scope, sessionHash: sessionOf(request) }
    return { message: await resolveItem(deps, order) }
  })
}

/** Returns the digest with which the database verifies the session. */
function sessionOf(request: FastifyRequest): Buffer {
  if (!request.sessionHash) throw new Error('a super admin has a session')
  return request.sessionHash
}
