import sql from 'sql-template-tag'
import { settledMethods } from '@portal/domain/invoices/movements'
import { today } from '../../platform/database/today.ts'
import type { ToBook } from '../../invoices/book-movements.ts'
import { positiveCents } from '../amounts.ts'
import { day, key, line, oneOf, presence } from '../values.ts'
import { optional, required, type List } from '../record-shape.ts'

/** Which payments and credits, besides portal payments, reduced an invoice's balance. */
export const settledBy: List = {
  sentence:
    'Other payments and credits that `balanceDue` contains, all of them; `[]` if it contains none; absent if your books cannot tell.',
  table: 'import_settled_by',
  addedLater: true,
  item: {
    id: required(
      'reference_id text',
      key(64),
      'Your id of the payment, or the number of the credit.',
    ),
    amount: required('cents bigint', positiveCents, 'How much of it `balanceDue` contains.'),
    method: required('method text', oneOf(settledMethods), 'How it was paid.'),
    paidOn: optional('paid_on date', day, 'Day of the payment, as its payer sees it.', null),
    reference: optional(
      'reference text',
      line(140),
      'What its payer wrote, such as the remittance reference.',
      null,
    ),
  },
}

export const hasSettledBy = optional(
  'has_settled_by boolean',
  presence,
  'Whether the list is present.',
  false,
)

export const settledChecks = [
  sql`
    insert into import_reject (record, field, reason)
    select record, 'settledBy', 'needs portalPayments, which says how much card payments reduced balanceDue'
      from import_invoice where has_settled_by and not names_payments`,
  sql`
    insert into import_reject (record, field, reason)
    select record, 'settledBy[' || line_no - 1 || '].amount', 'is not above 0'
      from import_settled_by where cents <= 0`,
  sql`
    insert into import_reject (record, field, reason)
    select record, 'settledBy', 'names a payment twice: ' || reference_id
      from import_settled_by group by record, reference_id having count(*) > 1`,
  sql`
    insert into import_reject (record, field, reason)
    select record, 'settledBy[' || line_no - 1 || '].paidOn', 'is after today'
      from import_settled_by where paid_on > ${today}`,
]

/** The payments whose amount in a record may have changed: how much their own invoices leave to pay depends on it. */
export const renamedPayments = sql`
  create temp table import_renamed_payment (account_id text, payment_id uuid, as_of timestamptz) on commit drop`

/** Runs before the invoices are merged. */
export const noteRenamed = sql`
  insert into import_renamed_payment (account_id, payment_id, as_of)
  with staged as (
    select s.record, s.as_of, i.account_id, i.id
      from import_invoice s left join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
     where s.verdict is null or s.verdict = 'updated')
  select n.account_id, n.payment_id, s.as_of
    from staged s join invoice_portal_payment n on n.account_id = s.account_id and n.invoice_id = s.id
   union
  select e.account_id, e.payment_id, s.as_of
    from staged s join payment_elsewhere e on e.to_account_id = s.account_id and e.to_invoice_id = s.id
   union
  select p.account_id, p.id, s.as_of
    from staged s join import_portal_payment n on n.record = s.record join payment_attempt p on p.id = n.payment_id`

/** Runs before the invoices are deleted. */
export const noteRenamedOfDeleted = sql`
  insert into import_renamed_payment (account_id, payment_id, as_of)
  select n.account_id, n.payment_id, d.as_of
    from import_delete d join invoice i on i.invoice_number = d.key
    join (select account_id, invoice_id, account_id as to_account_id, payment_id from invoice_portal_payment
           union all
          select account_id, to_invoice_id, to_account_id, payment_id from payment_elsewhere) n
      on n.to_account_id = i.account_id and n.invoice_id = i.id
   where d.kind = 'invoice' and d.verdict is null`

/** Notes the first record of a company: its past is open from now until this day closes. */
export const noteKnownCompanies = sql`
  update company c set known_since = ${today}
   where c.known_since is null and exists (
         select from import_invoice s where s.account_id = c.account_id and s.verdict is distinct from 'stale')`

/** The invoices of an import, and those whose payments its records name or no longer name. */
export const bookedByImport: ToBook = {
  touched: sql`
    select distinct on (account_id, invoice_number) account_id, invoice_number,
           coalesce(least(as_of, portal_now()), portal_now()) as at, has_list
      from (select account_id, invoice_number, as_of, has_settled_by as has_list, 1 as place
              from import_invoice where verdict is null or verdict in ('inserted', 'updated')
             union all
            select owner, key, as_of, false, 1 from import_delete where kind = 'invoice' and verdict = 'deleted'
             union all
            select p.account_id, i.invoice_number, r.as_of, false, 2
              from import_renamed_payment r
              join payment_attempt p on p.account_id = r.account_id and p.id = r.payment_id
              join invoice i on i.account_id = p.account_id and i.id = p.invoice_id) each
     order by account_id, invoice_number, place, as_of desc`,
  listed: sql`
    select s.account_id, s.invoice_number, l.reference_id, l.method, l.paid_on, l.reference, l.cents
      from import_settled_by l join import_invoice s on s.record = l.record
     where s.verdict is null or s.verdict in ('inserted', 'updated')`,
}
