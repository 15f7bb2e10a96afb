import sql from 'sql-template-tag'
import { positiveCents } from '../amounts.ts'
import { required, type List } from '../record-shape.ts'
import { paymentId } from '../values.ts'

/** How much of each portal payment an invoice's balance contains, net of refunds. */
export const portalPayments: List = {
  sentence:
    'Portal payments that `balanceDue` contains, all of them; `[]` if it contains none; absent if your books cannot tell.',
  table: 'import_portal_payment',
  item: {
    id: required(
      'payment_id uuid',
      paymentId,
      'The `paymentId` of events, the reference on receipts.',
    ),
    amount: required(
      'amount_cents bigint',
      positiveCents,
      'How much of the payment `balanceDue` contains, less refunds.',
    ),
  },
}

export const paymentChecks = [
  sql`
    insert into import_reject (record, field, reason)
    select record, 'portalPayments', 'names a payment twice: ' || payment_id
      from import_portal_payment group by record, payment_id having count(*) > 1`,
  sql`
    insert into import_reject (record, field, reason)
    select record, 'collect', 'lies more than 5 minutes ahead of the portal''s clock'
      from import_invoice where collect_at > portal_now() + interval '5 minutes'`,
]

/**
 * A person's explanation stands until a record has another amount or balance, or names payments.
 */
export const personStillNames = sql`(
  i.named_by_person and not s.names_payments
  and i.amount_cents = s.amount_cents and i.books_balance_cents = s.balance_cents)`

/** Before the invoices are updated: the statements compare with their previous values. */
export const mergePortalPayments = [
  sql`
    delete from invoice_portal_payment n
     using import_invoice s
      join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
     where s.verdict = 'updated' and n.account_id = i.account_id and n.invoice_id = i.id
       and not ${personStillNames}`,
  sql`
    insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
    select i.account_id, i.id, n.payment_id, n.amount_cents
      from import_portal_payment n
      join import_invoice s on s.record = n.record
      join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
     where s.verdict is null or s.verdict = 'updated'`,
]
