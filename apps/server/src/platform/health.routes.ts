import type { FastifyPluginAsync } from 'fastify'
import { platformCalls } from '@portal/domain/platform/platform.calls'
import type { Deps } from '../deps.ts'
import { serve } from './serve.ts'

/** Live: the process responds. Ready: it can serve users, so it should get traffic. */
export const healthRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const mode = deps.config.production ? 'production' : 'development'

  serve(app, platformCalls.checkLive, async () => ({ status: 'live', mode }))

  serve(app, platformCalls.checkReady, async (_request, reply) => {
    if (deps.isStopping())
      return reply.code(503).header('retry-after', '2').send({ status: 'stopping', mode })
    try {
      const { rows } = await deps.db.query<{ standby: boolean }>(
        'select pg_is_in_recovery() as standby',
      )
      if (rows[0]?.standby) throw new Error('the database is a standby')
      return { status: 'ready', mode }
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'database away', mode })
    }
  })
}
