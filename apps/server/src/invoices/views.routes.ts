import type { FastifyPluginAsync } from 'fastify'
import { invoiceCalls } from '@portal/domain/invoices/invoices.calls'
import type { ViewsChange } from '@portal/domain/invoices/views'
import type { Deps } from '../deps.ts'
import { readInScope, scopeOf, withScope, type Scope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { changeViews, listViews } from './views.queries.ts'

/** A user's saved views are private, so the company's history does not record them. */
export const viewRoutes: FastifyPluginAsync<Deps> = async (app, { db }) => {
  const change = (scope: Scope, asked: ViewsChange) =>
    withScope(db, scope, (tx) => changeViews(tx, scope, asked))

  serve(app, invoiceCalls.listViews, (request) => {
    const scope = scopeOf(request)
    return readInScope(db, scope, (tx) => listViews(tx, scope))
  })
  serve(app, invoiceCalls.saveView, (request) => change(scopeOf(request), { save: request.body }))
  serve(app, invoiceCalls.orderViews, (request) =>
    change(scopeOf(request), { order: request.body.viewIds }),
  )
  serve(app, invoiceCalls.changeView, (request) =>
    change(scopeOf(request), { id: request.params.viewId, change: request.body }),
  )
  serve(app, invoiceCalls.removeView, (request) =>
    change(scopeOf(request), { remove: request.params.viewId }),
  )
}
