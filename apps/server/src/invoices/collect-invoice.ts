import sql from 'sql-template-tag'
import { isMoving, moneyBackText } from '@portal/domain/invoices/money-back'
import type { Tx } from '../platform/database/database.ts'
import { recordHistory, type Author } from '../platform/history/history.ts'
import { leftOutInvoices } from './money-back.queries.ts'

export interface Collection {
  invoiceNumber: string
  /** Needed when several companies have an invoice of this number. */
  accountId?: string | undefined
  /** Returns the author of the decision for the history of a company. */
  authorIn: (accountId: string) => Author
}

/**
 * Requests the returned money of an invoice again: AutoPay and "pay all" include the invoice from now on. A record with
 * `collect` does the same. Returns the company, or the reason for a refusal.
 */
export async function collectInvoice(
  tx: Tx,
  { invoiceNumber, accountId: wanted, authorIn }: Collection,
): Promise<{ problem: string } | { accountId: string }> {
  const found = await tx.query<{ id: string; accountId: string }>(sql`
    select id::text, account_id as "accountId" from invoice
     where invoice_number = ${invoiceNumber} and account_id = coalesce(${wanted ?? null}, account_id)
       for update`)
  const [invoice] = found
  if (!invoice) return { problem: `There is no invoice ${invoiceNumber}.` }
  if (found.length > 1)
    return {
      problem: `Several companies have an invoice ${invoiceNumber}: name one with --company.`,
    }
  const { id, accountId } = invoice
  const left = (await leftOutInvoices(tx, accountId, [id])).get(id)
  if (!left) return { problem: `Invoice ${invoiceNumber} has no refunded money to request again.` }
  const text = moneyBackText(left)
  if (isMoving(left))
    return { problem: `Invoice ${invoiceNumber}: ${text}. Wait until that is settled.` }
  // Must be later than the refund, whose time is from the provider's clock and may be in the future.
  const after = new Date(left.at.getTime() + 1)
  await tx.run(sql`
    update invoice set person_collects_at = greatest(portal_now(), ${after})
     where account_id = ${accountId} and id = ${id}`)
  await recordHistory(tx, authorIn(accountId), {
    category: 'Invoice',
    entryType: 'Collect',
    description: `Requested the money of invoice ${invoiceNumber} again (${text}): AutoPay and payments of several invoices include it`,
  })
  return { accountId }
}
