import sql, { raw, type Sql } from 'sql-template-tag'
import { columnNames, type Fields } from '../record-shape.ts'
import { lineColumns } from './invoice-lines.ts'
import { noteKnownCompanies, noteRenamed } from './invoice-movements.ts'
import { mergePortalPayments, personStillNames } from './invoice-payments.ts'

/** Columns of the staging table that the merge does not copy under their own name. */
const notCopied = [
  'account_id',
  'invoice_number',
  'category',
  'balance_cents',
  'names_payments',
  'collect_at',
  'as_of',
]

/** Writes new and changed invoices and their lines. */
export function mergeInvoices(fields: Fields): Sql[] {
  const copied = columnNames(fields).filter((column) => !notCopied.includes(column))
  const columns = raw(copied.join(', '))
  const values = raw(copied.map((column) => `s.${column}`).join(', '))
  const changes = raw(copied.map((column) => `${column} = s.${column}`).join(', '))
  return [
    // Creates categories that exist only as a name in invoices.
    sql`
    insert into invoice_category (name)
    select distinct category_name from import_invoice
        on conflict (name) do nothing`,
    // Only existing invoices get a verdict; otherwise a first import would write every staged row again.
    sql`
    update import_invoice s
       -- The category counts too: it may have been renamed, while the record still has the old name.
       set verdict = case when i.record_digest = s.digest and i.invoice_category_id = c.invoice_category_id
                     then 'unchanged' else 'updated' end
      from invoice i, invoice_category c
     where s.verdict is null and c.name = s.category_name
       and i.account_id = s.account_id and i.invoice_number = s.invoice_number`,
    noteRenamed,
    noteKnownCompanies,
    // Runs before the first update, so that a running payment ends before the company's revision is locked.
    sql`
    select from invoice i
     where (i.account_id, i.id) in (
           select o.account_id, o.id
             from invoice o join import_invoice s on s.account_id = o.account_id and s.invoice_number = o.invoice_number
            where s.verdict = 'updated'
            union
           select p.account_id, p.invoice_id
             from import_renamed_payment r join payment_attempt p on p.account_id = r.account_id and p.id = r.payment_id)
     order by i.account_id, i.id
       for update of i`,
    sql`
    insert into invoice (
           account_id, invoice_number, invoice_category_id, books_balance_cents, names_payments, collect_at,
           record_digest, ${columns})
    select s.account_id, s.invoice_number, c.invoice_category_id, s.balance_cents, s.names_payments,
           s.collect_at, s.digest, ${values}
      from import_invoice s join invoice_category c on c.name = s.category_name
     where s.verdict is null
     order by s.record`,
    sql`
    insert into billed_category (account_id, invoice_category_id)
    select distinct s.account_id, c.invoice_category_id
      from import_invoice s join invoice_category c on c.name = s.category_name
     where s.verdict is null or s.verdict = 'updated'
        on conflict do nothing`,
    // Payments that waited for their invoice count from now on, even if the payments exceed what is owed.
    sql`
    update payment_attempt p set invoice_id = i.id
      from invoice i
     where p.invoice_id is null and i.account_id = p.account_id and i.invoice_number = p.invoice_number`,
    sql`
    delete from invoice_line l
     using import_invoice s
      join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
     where s.verdict = 'updated' and i.record_digest is distinct from s.digest
       and l.account_id = i.account_id and l.invoice_id = i.id`,
    sql`
    insert into invoice_line (
           account_id, invoice_id, line_no, ${raw(lineColumns.join(', '))})
    select i.account_id, i.id, l.line_no, ${raw(lineColumns.map((column) => `l.${column}`).join(', '))}
      from import_invoice s
      join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
      join import_invoice_line l on l.record = s.record
     where s.verdict is null or (s.verdict = 'updated' and i.record_digest is distinct from s.digest)`,
    ...mergePortalPayments,
    sql`
    update invoice i
       set ${changes}, invoice_category_id = c.invoice_category_id, books_balance_cents = s.balance_cents,
           names_payments = s.names_payments or ${personStillNames},
           named_by_person = ${personStillNames}, collect_at = s.collect_at, record_digest = s.digest
      from import_invoice s join invoice_category c on c.name = s.category_name
     where s.verdict = 'updated' and i.account_id = s.account_id and i.invoice_number = s.invoice_number`,
  ]
}
