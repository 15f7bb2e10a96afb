import type { FastifyPluginAsync } from 'fastify'
import { invoiceCalls } from '@portal/domain/invoices/invoices.calls'
import type { Deps } from '../../deps.ts'
import { scopeOf, withScope } from '../../platform/database/scope.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { serve } from '../../platform/http/serve.ts'
import { announceTransfer, withdrawTransfer } from './announce-transfer.ts'
import { planTransfer } from './plan-transfer.ts'

/** How often an announcement is tried while an invoice is locked, and the pause between. */
const tries = 25
const pauseMs = 200

export const transferRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const { paymentsDb } = deps

  serve(app, invoiceCalls.planTransfer, (request) => {
    const scope = scopeOf(request)
    return withScope(paymentsDb, scope, (tx) => planTransfer(tx, scope, deps.config, request.body))
  })

  serve(app, invoiceCalls.announceTransfer, async (request) => {
    const scope = scopeOf(request)
    for (let left = tries; left > 0; left -= 1) {
      if (await withScope(paymentsDb, scope, (tx) => announceTransfer(tx, scope, request.body)))
        return {}
      await deps.pause(pauseMs)
    }
    throw new Refusal(409, 'An invoice is being changed right now. Please try again in a minute.')
  })

  serve(app, invoiceCalls.withdrawTransfer, (request) => {
    const scope = scopeOf(request)
    const { noticeId } = request.params
    return withScope(paymentsDb, scope, (tx) => withdrawTransfer(tx, scope, noticeId))
  })
}
