import type { FastifyPluginAsync } from 'fastify'
import sql from 'sql-template-tag'
import { licenseCalls } from '@portal/domain/licenses/licenses.calls'
import type { Deps } from '../deps.ts'
import { sendFile } from '../documents/documents.ts'
import { notFound } from '../platform/http/refusal.ts'
import { scopeOf, withScope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { confirmationPdf } from './confirmation-pdf.ts'
import { findOrder, orderDetails } from './orders.queries.ts'

/** Serves the confirmation of a submitted order as a file, on both bases. */
export const licenseConfirmationRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, licenseCalls.downloadConfirmation, async (request, reply) => {
    const scope = scopeOf(request)
    const id = request.params.file.slice(0, -'.pdf'.length)
    const order = await withScope(deps.db, scope, async (tx) => {
      const found = await findOrder(tx, scope, sql`o.id = ${id} and o.status = 'Submitted'`)
      if (!found) throw notFound()
      return orderDetails(tx, scope, found)
    })
    const company = { name: scope.companyName, accountId: scope.accountId }
    const pdf = await confirmationPdf(deps.config.seller, company, order, new Date())
    return sendFile(reply, `license-order-${order.id}.pdf`).send(pdf)
  })
}
