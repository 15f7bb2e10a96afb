import sql from 'sql-template-tag'
import { today } from '../platform/database/today.ts'

/** If the newest new invoice of a company is older than this many days, the import loads the company's past. */
const newestAtMost = 3
/** Invoices older than this many days are not new to any user. */
const eachAtMost = 30

/**
 * Notes the new invoices of an import, one row per company; `notifyNewInvoices` mails them. An invoice is new if the
 * import inserted it and it is to be paid.
 *
 * A company's first load is not news, even if it ends today: it contains older invoices, and the company had none before.
 */
export const noteNewInvoices = sql`
  with today as (
    select ${today} as day),
  -- A record without a verdict was inserted.
  arrived as (
    select s.account_id, min(i.id) as first_id, min(s.invoice_date) as first_date
      from import_invoice s join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
     where s.verdict is null
     group by s.account_id
    having max(s.invoice_date) >= (select day - ${newestAtMost}::int from today)),
  new_invoice as (
    select i.account_id, i.id, i.invoice_number, i.invoice_date
      from import_invoice s
      join arrived a using (account_id)
      join invoice i on i.account_id = s.account_id and i.invoice_number = s.invoice_number
     where s.verdict is null and i.amount_cents > 0 and i.books_balance_cents > 0 and not i.charged_in_books
       and i.invoice_date >= (select day - ${eachAtMost}::int from today)
       and not exists (select from invoice_notice n
                        where n.account_id = i.account_id and i.invoice_number = any (n.invoice_numbers)))
  insert into invoice_notice (account_id, invoice_numbers, last_date)
  select n.account_id, array_agg(n.invoice_number order by n.invoice_date desc, n.id desc), max(n.invoice_date)
    from new_invoice n join arrived a using (account_id)
   where exists (select from portal_user u
                  where u.account_id = n.account_id and u.deactivated_at is null
                    and 'AccessInvoices' = any (u.permissions))
     -- Ids increase, and imports run one at a time.
     and (a.first_date >= (select day - ${eachAtMost}::int from today)
          or exists (select from invoice before
                      where before.account_id = n.account_id and before.id < a.first_id))
   group by n.account_id
  having max(n.invoice_date) >= (select day - ${newestAtMost}::int from today)`
