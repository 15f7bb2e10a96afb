import type { FastifyPluginAsync } from 'fastify'
import { platformCalls } from '@portal/domain/platform/platform.calls'
import type { Deps } from '../../deps.ts'
import { isDatabaseUp, schemaProbe, writeProbe } from '../database/database-state.ts'
import { serve } from './serve.ts'

/** Live: the process responds. Ready: it can serve users, so load balancers should send traffic. */
export const healthRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const writes = writeProbe(deps.db)
  const isOld = schemaProbe(deps.db)
  const mode = deps.config.production ? 'production' : 'development'

  serve(app, platformCalls.checkLive, async () => ({ status: 'live', mode }))

  serve(app, platformCalls.checkReady, async (_request, reply) => {
    if (deps.isStopping())
      return reply.code(503).header('retry-after', '2').send({ status: 'stopping', mode })
    if (!(await isDatabaseUp(deps.db)))
      return reply.code(503).header('retry-after', '2').send({ status: 'database away', mode })
    if (await isOld())
      return reply.code(503).header('retry-after', '10').send({ status: 'database old', mode })
    if (!(await writes()))
      return reply.code(503).header('retry-after', '10').send({ status: 'database full', mode })
    return { status: 'ready', mode }
  })
}
