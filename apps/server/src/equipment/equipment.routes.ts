import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  DecideEquipment,
  EquipmentKey,
  EquipmentList,
  EquipmentPage,
  EquipmentRequest,
} from '@portal/domain/equipment/equipment.schema'
import type { Decision } from '@portal/domain/equipment/status'
import { CompanyFilter } from '@portal/domain/session/session.schema'
import type { Deps } from '../deps.ts'
import { notFound } from '../platform/refusal.ts'
import { readInScope, scopeOf, withScope } from '../platform/scope.ts'
import { decideEquipment } from './decide-equipment.ts'
import {
  countEquipment,
  findEquipment,
  listEquipment,
  equipmentFrequency,
} from './equipment.queries.ts'

export const equipmentRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const config = { access: 'AccessErfs' } as const

  app.get(
    '/ttnet/requests',
    { config, schema: { querystring: EquipmentPage, response: { 200: EquipmentList } } },
    async (request, reply) => {
      const scope = scopeOf(request)
      const { accountId } = scope
      const { query } = request
      const frequency = query.search?.trim()
        ? await readInScope(deps.db, scope, (tx) => equipmentFrequency(tx, query))
        : 'rare'
      const [rows, { total, more }] = await readInScope(deps.db, scope, (tx) =>
        Promise.all([
          listEquipment(tx, accountId, query, frequency),
          countEquipment(tx, accountId, query, frequency),
        ]),
      )
      reply.header('x-count', total)
      if (more) reply.header('x-count-more', 'true')
      return rows
    },
  )

  app.get(
    '/ttnet/request/:id',
    {
      config,
      schema: {
        params: EquipmentKey,
        querystring: CompanyFilter,
        response: { 200: EquipmentRequest },
      },
    },
    async (request) => {
      const scope = scopeOf(request)
      const found = await readInScope(deps.db, scope, (tx) =>
        findEquipment(tx, scope.accountId, request.params.id),
      )
      if (!found) throw notFound()
      return found
    },
  )

  for (const decision of ['approve', 'cancel'] satisfies Decision[])
    app.put(
      `/ttnet/${decision}`,
      { config, schema: { querystring: DecideEquipment, response: { 200: EquipmentRequest } } },
      async (request) => {
        const scope = scopeOf(request)
        return withScope(deps.db, scope, async (tx) => {
          await decideEquipment(tx, scope, decision, request.query)
          const decided = await findEquipment(tx, scope.accountId, request.query.requestId)
          if (!decided) throw notFound()
          return decided
        })
      },
    )
}
