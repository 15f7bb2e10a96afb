import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../deps.ts'

/** Live: the process answers. Ready: it can serve people, so send it traffic. */
export const healthRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const mode = deps.config.production ? 'production' : 'development'

  app.get('/health/live', { config: { access: 'public' } }, async () => ({ status: 'live', mode }))

  app.get('/health/ready', { config: { access: 'public' } }, async (_request, reply) => {
    if (deps.isStopping()) return reply.code(503).send({ status: 'stopping', mode })
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
