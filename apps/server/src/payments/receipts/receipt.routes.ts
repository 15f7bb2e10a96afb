import type { FastifyPluginAsync } from 'fastify'
import sql from 'sql-template-tag'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { sendFile } from '../../documents/documents.ts'
import { authorOf, recordHistory } from '../../platform/history/history.ts'
import { limitSends, listRecipients, sendOnce } from '../../notifications/send-again.ts'
import { named } from '../../platform/mail/mail-content.ts'
import { notFound } from '../../platform/http/refusal.ts'
import { actorName, scopeOf, withScope } from '../../platform/database/scope.ts'
import { serve } from '../../platform/http/serve.ts'
import { receiptMail } from './receipt.ts'
import { findReceipt } from './receipt-file.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { visibleCategories } from '../../session/visible-categories.ts'

/** The condition for users who get receipts. */
const payers = { are: sql`'PayInvoices' = any (u.permissions)` }

/** Serves the receipt of one payment as a file, on both bases, and sends it again. */
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

  serve(app, paymentCalls.listReceiptRecipients, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) => listRecipients(tx, scope, 'receipts', payers))
  })

  serve(app, paymentCalls.sendReceipt, async (request) => {
    const scope = scopeOf(request)
    await limitSends(deps, scope)
    return withScope(deps.db, scope, async (tx) => {
      const { paymentId } = request.params
      const facts = await findReceipt(tx, scope.accountId, paymentId, visibleCategories(scope))
      if (!facts) throw notFound()
      return sendOnce(tx, scope, {
        key: request.headers['idempotency-key'],
        kind: 'receipts',
        what: [paymentId],
        chosen: request.body.recipients,
        users: payers,
        mail: receiptMail(facts, {
          lead: `${named(actorName(scope.actor))} sent you this receipt. It is attached.`,
        }),
        history: {
          category: 'Payment',
          entryType: 'Receipt Sent',
          description: `Sent the receipt of the payment of invoice ${facts.invoiceNumber}`,
          paymentId,
        },
      })
    })
  })
}
