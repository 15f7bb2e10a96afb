import type { FastifyPluginAsync } from 'fastify'
import { spendCalls } from '@portal/domain/spend/spend.calls'
import type { Deps } from '../deps.ts'
import { scopeOf } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { readForecast } from './read-forecast.ts'
import { readSpend } from './read-spend.ts'

export const spendRoutes: FastifyPluginAsync<Deps> = async (app, { db }) => {
  serve(app, spendCalls.getSpend, (request) => readSpend(db, scopeOf(request), request.query))
  serve(app, spendCalls.getForecast, (request) => readForecast(db, scopeOf(request), request.query))
}
