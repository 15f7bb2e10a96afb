import type { FastifyPluginAsync } from 'fastify'
import sql from 'sql-template-tag'
import { cardName } from '@portal/domain/payments/card-name'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { sendFile } from '../../documents/documents.ts'
import { visibleCategories } from '../../invoices/invoices.queries.ts'
import type { Tx } from '../../platform/database.ts'
import { authorOf, recordHistory } from '../../platform/history.ts'
import { notFound } from '../../platform/refusal.ts'
import { scopeOf, withScope, type Scope } from '../../platform/scope.ts'
import { serve } from '../../platform/serve.ts'
import { receiptPdf, type ReceiptFacts } from './receipt-pdf.ts'

/** Serves the receipt of one payment as a file, on both bases. */
export const receiptRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.downloadReceipt, async (request, reply) => {
    const scope = scopeOf(request)
    const paymentId = request.params.file.slice(0, -'.pdf'.length)
    const facts = await withScope(deps.db, scope, async (tx) => {
      const found = await findFacts(tx, scope, paymentId)
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

/** Returns a successful payment of an invoice that the user may see. */
async function findFacts(
  tx: Tx,
  scope: Scope,
  paymentId: string,
): Promise<ReceiptFacts | undefined> {
  const row = await tx.one<Omit<ReceiptFacts, 'card'> & { brand: string; last4Digits: string }>(sql`
    select p.id as reference, i.invoice_number as "invoiceNumber", p.amount_cents as "amountCents",
           p.settled_at as "paidAt", p.actor_name as "paidBy", c.brand, c.last4 as "last4Digits",
           coalesce((select sum(r.amount_cents) from payment_refund r
                      where r.account_id = p.account_id and r.payment_id = p.id
                        and r.state = 'succeeded'), 0)::bigint as "refundedCents",
           (select d.state from payment_dispute d
             where d.account_id = p.account_id and d.payment_id = p.id
             order by d.created_at desc limit 1) as dispute
      from payment_attempt p
      join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
      join card c on c.account_id = p.account_id and c.id = p.card_id
     where p.account_id = ${scope.accountId} and p.id = ${paymentId} and p.state = 'succeeded'
           ${visibleCategories(scope)}`)
  return row && { ...row, card: cardName(row) }
}
