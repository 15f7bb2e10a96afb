import sql from 'sql-template-tag'
import { mergePortalPayments, personStillNames } from './invoice-payments.ts'

/** Writes the invoices that are new or differ from what was imported before, and the lines of the latter. */
export const mergeInvoices = [
  // Only those that are there already; the rest stay without a verdict, for a first import would otherwise write
  // every staged row once more.
  sql`
    update import_invoice s
       -- The category counts too: it may have been renamed since, and the record still names the old one.
       set verdict = case when i.record_digest = s.digest and i.invoice_category_id = c.invoice_category_id
                     then 'unchanged' else 'updated' end
      from invoice i, invoice_category c
     where s.verdict is null and c.name = s.category_name
       and i.account_id = s.account_id and i.invoice_number = s.invoice_number`,
  // Before the first change of any, so that a payment under way ends before the company's revision is held.
  sql`
    select from invoice i
      join import_invoice s on s.account_id = i.account_id and s.invoice_number = i.invoice_number
     where s.verdict = 'updated'
     order by i.account_id, i.id
       for update of i`,
  sql`
    insert into invoice (
           account_id, id, invoice_number, name, customer_number, invoice_type, invoice_category_id, source,
           subsidiary, invoice_date, due_date, service_month, service_period, is_late_fee, charged_in_books,
           has_pdf, has_xls, currency, amount_cents, books_balance_cents, names_payments, collect_at, record_digest)
    overriding system value
    select s.account_id, s.id, s.invoice_number, s.name, s.customer_number, s.invoice_type, c.invoice_category_id,
           s.source, s.subsidiary, s.invoice_date, s.due_date, s.service_month, s.service_period, s.is_late_fee,
           s.charged_in_books, s.has_pdf, s.has_xls, s.currency, s.amount_cents, s.balance_cents,
           s.names_payments, s.collect_at, s.digest
      from import_invoice s join invoice_category c on c.name = s.category_name
     where s.verdict is null
     order by s.record`,
  // Adopted payments whose invoice was not there count from now on, even where more was paid than is owed.
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
           account_id, invoice_id, line_no, product_name, description, more_info, quantity, sales_price,
           total_cents, city, state)
    select i.account_id, i.id, l.line_no, l.product_name, l.description, l.more_info, l.quantity, l.sales_price,
           l.total_cents, l.city, l.state
      from import_invoice s
      join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
      join import_invoice_line l on l.record = s.record
     where s.verdict = 'updated' and i.record_digest is distinct from s.digest`,
  ...mergePortalPayments,
  sql`
    update invoice i
       set name = s.name, customer_number = s.customer_number, invoice_type = s.invoice_type,
           invoice_category_id = c.invoice_category_id, source = s.source, subsidiary = s.subsidiary,
           invoice_date = s.invoice_date, due_date = s.due_date, service_month = s.service_month,
           service_period = s.service_period, is_late_fee = s.is_late_fee,
           charged_in_books = s.charged_in_books, has_pdf = s.has_pdf, has_xls = s.has_xls,
           currency = s.currency, amount_cents = s.amount_cents, books_balance_cents = s.balance_cents,
           names_payments = s.names_payments or ${personStillNames},
           named_by_person = ${personStillNames}, collect_at = s.collect_at, record_digest = s.digest
      from import_invoice s join invoice_category c on c.name = s.category_name
     where s.verdict = 'updated' and i.account_id = s.account_id and i.invoice_number = s.invoice_number`,
]
