import sql from 'sql-template-tag'
import { autoPayDay } from '../../platform/database/today.ts'
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
 * Money in one currency is not subtracted from an invoice in another. The invoices are locked, so that no payment begins until the
 * import ends; a stale record changes nothing.
 */
export const currencyChecks = [
  sql`
    insert into import_reject (record, field, reason)
    with changed as (
      select s.record, i.account_id, i.id, i.currency as before, s.currency as after
        from import_invoice s
        join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
       where s.verdict is distinct from 'stale' and i.currency <> s.currency
       order by i.account_id, i.id
         for update of i)
    select record, 'currencyIsoCode',
           'changes from ' || before || ' to ' || after || ', but the invoice has a card payment or a planned one: send it in ' ||
           before || ' with amount and balanceDue 0, and a new invoiceNumber in ' || after
      from changed i
     where exists (select from payment_attempt p
                    where p.account_id = i.account_id and p.invoice_id = i.id and p.state <> 'failed' and p.currency <> i.after)
        or exists (select from payment_batch_item t join payment_batch b on b.account_id = t.account_id and b.id = t.batch_id
                    where t.account_id = i.account_id and t.invoice_id = i.id and b.finished_at is null)
        or exists (select from autopay_item t join autopay_day d on d.account_id = t.account_id and d.day = t.day
                    where t.account_id = i.account_id and t.invoice_id = i.id and d.started_at is null and d.day >= ${autoPayDay})`,
  sql`
    insert into import_reject (record, field, reason)
    select s.record, 'portalPayments',
           'names a payment in ' || p.currency || ', which an invoice in ' || s.currency || ' cannot contain: ' || p.id
      from import_portal_payment n
      join import_invoice s on s.record = n.record
      join payment_attempt p on p.account_id = s.account_id and p.id = n.payment_id
     where s.verdict is distinct from 'stale' and p.currency <> s.currency`,
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
  // A release stands as long as the books name the same amount there.
  sql`
    delete from payment_elsewhere e
     using import_invoice s
      join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
     where s.verdict = 'updated' and e.to_account_id = i.account_id and e.to_invoice_id = i.id
       and not exists (select from import_portal_payment n
                        where n.record = s.record and n.payment_id = e.payment_id and n.amount_cents = e.amount_cents)`,
  sql`
    with strange as materialized (
      select i.account_id, i.id, n.payment_id, n.amount_cents
        from import_portal_payment n
        join import_invoice s on s.record = n.record
        join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
       where (s.verdict is null or s.verdict = 'updated') and n.amount_cents > 0
         and not exists (select from payment_attempt p where p.account_id = i.account_id and p.id = n.payment_id))
    insert into payment_elsewhere (account_id, payment_id, to_account_id, to_invoice_id, amount_cents)
    select p.account_id, p.id, n.account_id, n.id, n.amount_cents
      from strange n join payment_attempt p on p.id = n.payment_id
        on conflict do nothing`,
]
