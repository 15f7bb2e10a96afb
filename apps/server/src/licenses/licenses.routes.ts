import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { licenseCalls } from '@portal/domain/licenses/licenses.calls'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { Deps } from '../deps.ts'
import { sendFile } from '../documents/documents.ts'
import { compressAnswer } from '../platform/http/compress-answer.ts'
import { limitRate } from '../platform/http/rate-limit.ts'
import { scopeOf, withScope, type Scope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { scopeOfBody } from '../session/scope-of-body.ts'
import { listNetworks, listProducts } from './catalogue.queries.ts'
import { heldCsv } from './held-csv.ts'
import { heldCosts, listHeld } from './held-list.queries.ts'
import { heldByIds } from './held.queries.ts'
import { readLicenseLife } from './license-life.queries.ts'
import {
  countOrders,
  listLineItems,
  listOrders,
  orderDetails,
  requireOrder,
} from './orders.queries.ts'
import { recordDifferences } from './record-differences.queries.ts'
import { changeOrder, checkOrder, createOrder, deleteDraft } from './save-order.ts'
import { keepUnsent, readUnsent } from './unsent-order.ts'
import { withdrawItems } from './withdraw.ts'

export const licenseRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  app.addHook('onSend', compressAnswer)
  // 500 items with long notes exceed the limit of other calls.
  const large = { bodyLimit: 1024 * 1024 }
  const limitSaves = ({ accountId }: Scope) =>
    limitRate(deps.db, 'license orders of', accountId, 60)

  serve(app, licenseCalls.listProducts, (request) =>
    withScope(deps.db, scopeOf(request), listProducts),
  )

  serve(app, licenseCalls.listNetworks, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) => listNetworks(tx, scope.accountId))
  })

  serve(app, licenseCalls.listHeldLicenses, async (request, reply) => {
    const scope = scopeOf(request)
    const { rows, total } = await withScope(deps.db, scope, (tx) =>
      listHeld(tx, scope.accountId, request.query),
    )
    reply.header('x-count', total)
    return rows
  })

  serve(app, licenseCalls.findHeldLicenses, large, (request) => {
    const scope = scopeOf(request)
    const { licenseIds } = request.body
    return withScope(deps.db, scope, (tx) =>
      tx.query<HeldLicense>(heldByIds(scope.accountId, licenseIds)),
    )
  })

  serve(app, licenseCalls.downloadHeld, (request, reply) => {
    const scope = scopeOf(request)
    const csv = heldCsv(deps.db, scope, request.query)
    return sendFile(reply, `licenses-${scope.accountId}.csv`).send(Readable.from(csv))
  })

  serve(app, licenseCalls.listRecordDifferences, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) => recordDifferences(tx, scope.accountId))
  })

  serve(app, licenseCalls.getHeldCosts, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) => heldCosts(tx, scope.accountId, request.query))
  })

  serve(app, licenseCalls.getLicenseLife, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) => readLicenseLife(tx, scope, request.params.licenseId))
  })

  serve(app, licenseCalls.listOrders, async (request, reply) => {
    const scope = scopeOf(request)
    // A page names a draft #P-61.
    const search = (request.query.search ?? '').replace(/^\s*#(?=P-)/i, '')
    const filter = { ...request.query, search }
    return withScope(deps.db, scope, async (tx) => {
      const { total, more } = await countOrders(tx, filter)
      reply.header('x-count', total)
      if (more) reply.header('x-count-more', 'true')
      return listOrders(tx, scope, filter)
    })
  })

  serve(app, licenseCalls.getOrder, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, async (tx) =>
      orderDetails(tx, scope, await requireOrder(tx, scope, request.params.id)),
    )
  })

  serve(app, licenseCalls.listOrderLines, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, async (tx) => {
      const { id } = await requireOrder(tx, scope, request.params.id)
      return listLineItems(tx, scope.accountId, id)
    })
  })

  serve(app, licenseCalls.getUnsentOrder, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) => readUnsent(tx, scope))
  })

  serve(app, licenseCalls.keepUnsentOrder, large, async (request) => {
    const scope = scopeOf(request)
    // Browsers save about once a second while a person types.
    await limitRate(deps.db, 'unsent orders of', scope.actor.userId, 180)
    return withScope(deps.db, scope, (tx) => keepUnsent(tx, scope, request.body))
  })

  serve(app, licenseCalls.checkOrder, large, (request) =>
    checkOrder(deps, scopeOf(request), request.body),
  )

  serve(app, licenseCalls.createOrder, large, async (request) => {
    const order = request.body
    const scope = await scopeOfBody(deps, request, order.user.accountId)
    await limitSaves(scope)
    return createOrder(deps, scope, { order, key: request.headers['idempotency-key'] })
  })

  serve(app, licenseCalls.changeOrder, large, async (request) => {
    const order = request.body
    const scope = await scopeOfBody(deps, request, order.user.accountId)
    await limitSaves(scope)
    const key = request.headers['idempotency-key']
    return changeOrder(deps, scope, request.params.id, { order, key })
  })

  serve(app, licenseCalls.withdrawItems, async (request) => {
    const scope = scopeOf(request)
    await limitSaves(scope)
    return withScope(deps.db, scope, (tx) =>
      withdrawItems(tx, scope, request.params.id, request.body),
    )
  })

  serve(app, licenseCalls.deleteDraft, async (request) => {
    await deleteDraft(deps, scopeOf(request), request.params.id)
    return {}
  })
}
