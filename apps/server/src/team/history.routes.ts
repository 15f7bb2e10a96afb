import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Readable } from 'node:stream'
import { CompanyFilter } from '@portal/domain/session/session.schema'
import {
  HistoryFilter,
  HistoryList,
  HistoryPage,
  HistoryValues,
} from '@portal/domain/team/history.schema'
import type { Deps } from '../deps.ts'
import { sendFile } from '../documents/documents.ts'
import { authorOf, recordHistory } from '../platform/history.ts'
import { readInScope, scopeOf, withScope } from '../platform/scope.ts'
import { historyCsv } from './history-csv.ts'
import { countHistory, historyValues, listHistory, historyFrequency } from './history.queries.ts'

export const historyRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const config = { access: 'ManageUsers' } as const

  app.get(
    '/admin/history',
    { config, schema: { querystring: HistoryPage, response: { 200: HistoryList } } },
    async (request, reply) => {
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
    },
  )

  app.get(
    '/admin/history/values',
    { config, schema: { querystring: CompanyFilter, response: { 200: HistoryValues } } },
    async (request) => {
      const scope = scopeOf(request)
      return readInScope(deps.db, scope, (tx) => historyValues(tx, scope.accountId))
    },
  )

  app.get(
    '/admin/history/csv',
    { config, schema: { querystring: HistoryFilter } },
    async (request, reply) => {
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
    },
  )
}
