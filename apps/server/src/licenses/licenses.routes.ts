import type { FastifyPluginAsync } from 'fastify'
import { licenseCalls } from '@portal/domain/licenses/licenses.calls'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { Deps } from '../deps.ts'
import { sendFile } from '../documents/documents.ts'
import { compressAnswer } from '../platform/http/compress-answer.ts'
import type { Tx } from '../platform/database/database.ts'
import { limitRate } from '../platform/http/rate-limit.ts'
import { scopeOf, withScope, type Scope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { scopeOfBody } from '../session/scope-of-body.ts'
import { listNetworks, listProducts } from './catalogue.queries.ts'
import { heldFile } from './held-file.ts'
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
import { readUnsent, replaceUnsent } from './unsent-order.ts'
import { withdrawItems } from './withdraw.ts'

export const licenseRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  app.addHook('onSend', compressAnswer)
  // 500 items with long notes exceed the limit of other calls.
  const large = { bodyLimit: 1024 * 1024 }
  const limitSaves = ({ accountId }: Scope) =>
    limitRate(deps.db, 'license orders of', accountId, 60)

  const inScope = <T>(
    request: Parameters<typeof scopeOf>[0],
    read: (tx: Tx, scope: Scope) => Promise<T>,
  ): Promise<T> => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) => read(tx, scope))
  }

  serve(app, licenseCalls.listProducts, (request) => inScope(request, listProducts))

  serve(app, licenseCalls.listNetworks, (request) =>
    inScope(request, (tx, { accountId }) => listNetworks(tx, accountId)),
  )

  serve(app, licenseCalls.listHeldLicenses, async (request, reply) => {
    const { rows, total } = await inScope(request, (tx, { accountId }) =>
      listHeld(tx, accountId, request.query),
    )
    reply.header('x-count', total)
    return rows
  })

  serve(app, licenseCalls.findHeldLicenses, large, (request) =>
    inScope(request, (tx, { accountId }) =>
      tx.query<HeldLicense>(heldByIds(accountId, request.body.licenseIds)),
    ),
  )

  serve(app, licenseCalls.downloadHeld, (request, reply) => {
    const scope = scopeOf(request)
    const { format = 'csv' } = request.query
    sendFile(reply, `licenses-${scope.accountId}.${format}`)
    return reply.send(heldFile(deps.db, scope, request.query))
  })

  serve(app, licenseCalls.listRecordDifferences, (request) =>
    inScope(request, (tx, { accountId }) => recordDifferences(tx, accountId)),
  )

  serve(app, licenseCalls.getHeldCosts, (request) =>
    inScope(request, (tx, { accountId }) => heldCosts(tx, accountId, request.query)),
  )

  serve(app, licenseCalls.getLicenseLife, (request) =>
    inScope(request, (tx, scope) => readLicenseLife(tx, scope, request.params.licenseId)),
  )

  serve(app, licenseCalls.listOrders, (request, reply) => {
    // Pages show the id of a draft as #P-61.
    const search = (request.query.search ?? '').replace(/^\s*#(?=P-)/i, '')
    const filter = { ...request.query, search }
    return inScope(request, async (tx, scope) => {
      const { total, more } = await countOrders(tx, filter)
      reply.header('x-count', total)
      if (more) reply.header('x-count-more', 'true')
      return listOrders(tx, scope, filter)
    })
  })

  serve(app, licenseCalls.getOrder, (request) =>
    inScope(request, async (tx, scope) =>
      orderDetails(tx, scope, await requireOrder(tx, scope, request.params.id)),
    ),
  )

  serve(app, licenseCalls.listOrderLines, (request) =>
    inScope(request, async (tx, scope) => {
      const { id } = await requireOrder(tx, scope, request.params.id)
      return listLineItems(tx, scope.accountId, id)
    }),
  )

  serve(app, licenseCalls.getUnsentOrder, (request) => inScope(request, readUnsent))

  serve(app, licenseCalls.keepUnsentOrder, large, async (request) => {
    // Browsers save about once a second while a person types.
    await limitRate(deps.db, 'unsent orders of', scopeOf(request).actor.userId, 180)
    return inScope(request, async (tx, scope) => {
      await replaceUnsent(tx, scope, request.body)
      return readUnsent(tx, scope)
    })
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
    await limitSaves(scopeOf(request))
    return inScope(request, (tx, scope) =>
      withdrawItems(tx, scope, request.params.id, request.body),
    )
  })

  serve(app, licenseCalls.deleteDraft, async (request) => {
    await deleteDraft(deps, scopeOf(request), request.params.id)
    return {}
  })
}
