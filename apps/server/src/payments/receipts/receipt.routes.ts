import type { FastifyPluginAsync } from 'fastify'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { sendFile } from '../../documents/documents.ts'
import { visibleCategories } from '../../invoices/invoices.queries.ts'
import { authorOf, recordHistory } from '../../platform/history.ts'
import { notFound } from '../../platform/refusal.ts'
import { scopeOf, withScope } from '../../platform/scope.ts'
import { serve } from '../../platform/serve.ts'
import { findReceipt } from './receipt-file.ts'
import { receiptPdf } from './receipt-pdf.ts'

/** Serves the receipt of one payment as a file, on both bases. */
export const receiptRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.downloadReceipt, async (request, reply) => {
    const scope = scopeOf(request)
    const paymentId = request.params.file.slice(0, -'.pdf'.length)
    const facts = await withScope(deps.db, scope, async (tx) => {
      const found = await findReceipt(tx, scope.accountId, paymentId, visibleCategories(scope))
      if (!found) throw notFound()
      await recordHistory(tx, authorOf(scope), {
        category: 'Invoice',
        entryType: 'Download',
        description: `Downloaded the receipt of the payment of invoice ${found.invoiceNumber}`,
      })
      return found
    })
    const { companyName: name, accountId } = scope
    const pdf = await receiptPdf(deps.config.seller, { name, accountId }, facts, new Date())
    return sendFile(reply, `receipt-${facts.invoiceNumber}.pdf`).send(pdf)
  })
}
