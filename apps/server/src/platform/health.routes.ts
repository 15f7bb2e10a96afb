import type { FastifyPluginAsync } from 'fastify'
import { platformCalls } from '@portal/domain/platform/platform.calls'
import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { inTransaction, type Database } from './database.ts'
import { isOutOfSpace } from './errors.ts'
import { serve } from './serve.ts'

/** Live: the process responds. Ready: it can serve users, so it should get traffic. */
export const healthRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const writes = writeProbe(deps.db)
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
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'database away', mode })
    }
    if (!(await writes()))
      return reply.code(503).header('retry-after', '10').send({ status: 'database full', mode })
    return { status: 'ready', mode }
  })
}

/** How long an answer to whether the database can write is kept, in milliseconds: balancers ask every second. */
const kept = 5000

/** Tries whether the database can write: a full disk still answers reads. */
function writeProbe(db: Database): () => Promise<boolean> {
  let last: { at: number; writes: Promise<boolean> } | undefined
  return () => {
    if (!last || Date.now() - last.at > kept) last = { at: Date.now(), writes: canWrite(db) }
    return last.writes
  }
}

async function canWrite(db: Database): Promise<boolean> {
  const undone = new Error('undone')
  const tried = inTransaction(db, async (tx) => {
    await tx.run(sql`insert into write_probe values (repeat('x', 8000))`)
    throw undone
  })
  return tried.catch((error: unknown) => !isOutOfSpace(error))
}
