import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  HeldLicense,
  HeldPage,
  LicenseOrder,
  LicenseOrderDetails,
  Network,
  OrderId,
  OrderPage,
  Product,
  ReadLineItem,
  SaveOrder,
} from '@portal/domain/licenses/licenses.schema'
import { IdempotencyKey } from '@portal/domain/payments/charges.schema'
import { CompanyFilter } from '@portal/domain/session/session.schema'
import type { Deps } from '../deps.ts'
import { limitRate } from '../platform/rate-limit.ts'
import { scopeOf, withScope, type Scope } from '../platform/scope.ts'
import { scopeOfBody } from '../session/scope-of-body.ts'
import { listNetworks, listProducts } from './catalogue.queries.ts'
import { listHeld } from './held.queries.ts'
import {
  countOrders,
  listLineItems,
  listOrders,
  orderDetails,
  requireOrder,
} from './orders.queries.ts'
import { changeOrder, createOrder, deleteDraft } from './save-order.ts'

export const licenseRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const config = { access: 'AccessLicenses' } as const
  const querystring = CompanyFilter
  const headers = Type.Object({ 'idempotency-key': Type.Optional(IdempotencyKey) })
  // 500 items with long notes are more than other calls may send.
  const bodyLimit = 1024 * 1024
  const limitSaves = ({ accountId }: Scope) =>
    limitRate(deps.db, `license orders of ${accountId}`, 60)

  app.get(
    '/license/products',
    { config, schema: { querystring, response: { 200: Type.Array(Product) } } },
    (request) => withScope(deps.db, scopeOf(request), listProducts),
  )

  app.get(
    '/license/networks',
    { config, schema: { querystring, response: { 200: Type.Array(Network) } } },
    (request) => {
      const scope = scopeOf(request)
      return withScope(deps.db, scope, (tx) => listNetworks(tx, scope.accountId))
    },
  )

  app.get(
    '/license/held',
    { config, schema: { querystring: HeldPage, response: { 200: Type.Array(HeldLicense) } } },
    async (request, reply) => {
      const scope = scopeOf(request)
      const { rows, total } = await withScope(deps.db, scope, (tx) =>
        listHeld(tx, scope.accountId, request.query),
      )
      reply.header('x-count', total)
      return rows
    },
  )

  app.get(
    '/license',
    { config, schema: { querystring: OrderPage, response: { 200: Type.Array(LicenseOrder) } } },
    async (request, reply) => {
      const scope = scopeOf(request)
      return withScope(deps.db, scope, async (tx) => {
        const { total, more } = await countOrders(tx, request.query)
        reply.header('x-count', total)
        if (more) reply.header('x-count-more', 'true')
        return listOrders(tx, scope, request.query)
      })
    },
  )

  const ofOrder = { params: OrderId, querystring }

  app.get(
    '/license/:id',
    { config, schema: { ...ofOrder, response: { 200: LicenseOrderDetails } } },
    (request) => {
      const scope = scopeOf(request)
      return withScope(deps.db, scope, async (tx) =>
        orderDetails(tx, scope, await requireOrder(tx, scope, request.params.id)),
      )
    },
  )

  app.get(
    '/license/lineitems/:id',
    { config, schema: { ...ofOrder, response: { 200: Type.Array(ReadLineItem) } } },
    (request) => {
      const scope = scopeOf(request)
      return withScope(deps.db, scope, async (tx) => {
        const { id } = await requireOrder(tx, scope, request.params.id)
        return listLineItems(tx, scope.accountId, id)
      })
    },
  )

  app.post(
    '/license',
    {
      config,
      bodyLimit,
      schema: { querystring, headers, body: SaveOrder, response: { 200: LicenseOrderDetails } },
    },
    async (request) => {
      const order = request.body
      const scope = await scopeOfBody(deps, request, order.user.accountId)
      await limitSaves(scope)
      return createOrder(deps, scope, { order, key: request.headers['idempotency-key'] })
    },
  )

  app.put(
    '/license/:id',
    {
      config,
      bodyLimit,
      schema: { ...ofOrder, headers, body: SaveOrder, response: { 200: LicenseOrderDetails } },
    },
    async (request) => {
      const order = request.body
      const scope = await scopeOfBody(deps, request, order.user.accountId)
      await limitSaves(scope)
      const key = request.headers['idempotency-key']
      return changeOrder(deps, scope, request.params.id, { order, key })
    },
  )

  app.delete(
    '/license/:id',
    { config, schema: { ...ofOrder, response: { 200: Type.Object({}) } } },
    async (request) => {
      await deleteDraft(deps, scopeOf(request), request.params.id)
      return {}
    },
  )
}
