import type { FastifyPluginAsync } from 'fastify'
import { Readable } from 'node:stream'
import { teamCalls } from '@portal/domain/team/team.calls'
import type { Deps } from '../deps.ts'
import { sendFile } from '../documents/documents.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { readInScope, scopeOf, withScope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { historyCsv } from './history-csv.ts'
import { countHistory, historyValues, listHistory, historyFrequency } from './history.queries.ts'

export const historyRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, teamCalls.listHistory, async (request, reply) => {
    const scope = scopeOf(request)
    const { query } = request
    const frequency = query.search?.trim()
      ? await readInScope(deps.db, scope, (tx) => historyFrequency(tx, query))
      : 'rare'
    const [entries, { total, more }] = await readInScope(deps.db, scope, (tx) =>
      Promise.all([
        listHistory(tx, query, frequency),
        countHistory(tx, scope.accountId, query, frequency),
      ]),
    )
    reply.header('x-count', total)
    if (more) reply.header('x-count-more', 'true')
    return entries
  })

  serve(app, teamCalls.getHistoryValues, async (request) => {
    const scope = scopeOf(request)
    return readInScope(deps.db, scope, (tx) => historyValues(tx, scope.accountId))
  })

  serve(app, teamCalls.downloadHistory, async (request, reply) => {
    const scope = scopeOf(request)
    await withScope(deps.db, scope, (tx) =>
      recordHistory(tx, authorOf(scope), {
        category: 'Account',
        entryType: 'History Export',
        description: 'Exported the history',
      }),
    )
    const csv = historyCsv(deps.db, scope, request.query)
    return sendFile(reply, `history-${scope.accountId}.csv`).send(Readable.from(csv))
  })
}
