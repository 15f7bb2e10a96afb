import type { FastifyPluginAsync } from 'fastify'
import { equipmentCalls } from '@portal/domain/equipment/equipment.calls'
import type { EquipmentLine } from '@portal/domain/equipment/equipment.schema'
import type { Decision } from '@portal/domain/equipment/status'
import type { Deps } from '../deps.ts'
import { notFound } from '../platform/http/refusal.ts'
import { readInScope, scopeOf, withScope, type Scope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { decideEquipment } from './decide-equipment.ts'
import {
  countEquipment,
  findEquipment,
  listEquipment,
  equipmentFrequency,
} from './equipment.queries.ts'

export const equipmentRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, equipmentCalls.listEquipmentRequests, async (request, reply) => {
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
  })

  serve(app, equipmentCalls.getEquipmentRequest, async (request) => {
    const scope = scopeOf(request)
    const found = await readInScope(deps.db, scope, (tx) =>
      findEquipment(tx, scope.accountId, request.params.id),
    )
    if (!found) throw notFound()
    return found
  })

  serve(app, equipmentCalls.approveEquipmentRequest, (request) =>
    decide(scopeOf(request), 'approve', request.query.requestId, request.body.shown),
  )
  serve(app, equipmentCalls.cancelEquipmentRequest, (request) =>
    decide(scopeOf(request), 'cancel', request.query.requestId, request.body.shown),
  )

  function decide(
    scope: Scope,
    decision: Decision,
    requestId: string,
    shown: EquipmentLine[] | undefined,
  ) {
    return withScope(deps.db, scope, async (tx) => {
      await decideEquipment(tx, scope, decision, { requestId, shown })
      const decided = await findEquipment(tx, scope.accountId, requestId)
      if (!decided) throw notFound()
      return decided
    })
  }
}
