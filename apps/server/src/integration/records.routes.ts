import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import { integrationCalls } from '@portal/domain/integration/integration.calls'
import { RecordsReport } from '@portal/domain/integration/records.schema'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { serve } from '../platform/http/serve.ts'
import { keyDigestOf } from '../session/api-key.ts'
import { acceptRecords, noRecords, receiveRecords } from './receive-records.ts'
import { findUpload } from './uploads.queries.ts'

export const recordRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const { sendRecords } = integrationCalls
  acceptRecords(app, sendRecords.body.media)

  serve(app, sendRecords, { config: { longBody: true } }, async (request, reply) => {
    const { dryRun = false, skipRejects = false, wait = 10 } = request.query
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
    if (!['identity', 'gzip'].includes(encoding))
      throw new Refusal(415, 'content-encoding: must be gzip or identity')
    if (!request.body) throw noRecords()
    const digest = keyDigestOf(request)
    const body = request.body as Readable
    const id = await receiveRecords(deps, digest, body, { dryRun, skipRejects })
    const report = await ended(deps, digest, id, wait)
    reply.header('location', `/api/integration/records/${id}`)
    if (report.state === 'forbidden')
      throw new Refusal(403, report.message).because('key.refused', 'scope')
    return reply.code(statusOf(report)).send(report)
  })

  serve(app, integrationCalls.getRecordsReport, async (request) => {
    const report = await findUpload(deps.db, keyDigestOf(request), request.params.id)
    if (!report) throw notFound()
    return report
  })
}

/** Waits for the report, up to the time limit. */
async function ended(
  deps: Deps,
  digest: Buffer,
  id: string,
  seconds: number,
): Promise<RecordsReport> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const report = await findUpload(deps.db, digest, id)
    if (!report) throw new Refusal(401, 'The key is no longer valid.')
    if (report.finishedAt || performance.now() >= end) return report
    await sleep(200)
  }
}

/** Refused and failed imports changed nothing, and require an action of the sender. */
function statusOf({ state }: RecordsReport): 200 | 202 | 422 {
  if (state === 'loaded' || state === 'dryRun') return 200
  return state === 'refused' || state === 'failed' ? 422 : 202
}
