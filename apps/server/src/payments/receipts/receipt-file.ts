import sql, { empty, type Sql } from 'sql-template-tag'
import { cardName } from '@portal/domain/payments/card-name'
import type { Deps } from '../../deps.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import type { Printers } from '../../notifications/mail-ports.ts'
import { receiptPdf, type ReceiptFacts } from './receipt-pdf.ts'

/** Prints receipts for mails. Their recipients get every payment of the company, of all categories. */
export function receiptFiles({ db, config }: Pick<Deps, 'db' | 'config'>): Printers['receipt'] {
  return async (accountId, paymentId) => {
    const found = await withAccount(db, accountId, async (tx) => {
      const facts = await findReceipt(tx, accountId, paymentId)
      const company = await tx.one<{ name: string }>(
        sql`select name from company where account_id = ${accountId}`,
      )
      return facts && company && { facts, company: { ...company, accountId } }
    })
    if (!found) return undefined
    return {
      filename: `receipt-${found.facts.invoiceNumber}.pdf`,
      content: await receiptPdf(config.seller, found.company, found.facts, new Date()),
      contentType: 'application/pdf',
    }
  }
}

/** Returns a successful payment of an invoice, by default of any category. */
export async function findReceipt(
  tx: Tx,
  accountId: string,
  paymentId: string,
  visible: Sql = empty,
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
     where p.account_id = ${accountId} and p.id = ${paymentId} and p.state = 'succeeded'
           ${visible}`)
  return row && { ...row, card: cardName(row) }
}
