import sql, { type Sql } from 'sql-template-tag'
import { prepared, queryOne, type Database, type Tx } from '../platform/database/database.ts'

/**
 * What to book. Both are statements.
 *
 * `touched` returns account_id, invoice_number, at, has_list: invoices whose facts may have changed, each once. `at` is when
 * the books wrote the record, or the present time. `has_list` says whether the record names other payments (`settledBy`).
 *
 * `listed` returns account_id, invoice_number, reference_id, method, paid_on, reference, cents: the named payments.
 */
export interface ToBook {
  touched: Sql
  listed?: Sql
}

/**
 * Writes the lines that are missing between the lines so far and the newest facts of each touched invoice (decision 0106).
 * Imports, card payments, refunds, decisions of persons, the hourly check and the migration all call it. The caller has
 * locked the invoices that have card payments. Returns how many lines were written.
 *
 * The lines are: what the books changed, then card payments and money back, then `matched`, which leads to what books and
 * payments together leave. All lines of one invoice have the same day or later days than its lines so far.
 */
export const bookMovements = (tx: Tx, toBook: ToBook): Promise<number> => tx.run(book(toBook))

/** Books one invoice, whose card payments or whose explanation by a person changed now. */
export async function bookInvoice(tx: Tx, accountId: string, invoiceId: string | null) {
  const touched = sql`
    select account_id, invoice_number, portal_now() as at, false as has_list from invoice where account_id = ${accountId} and id = ${invoiceId}`
  // Planning the statement takes longer than running it for one invoice.
  await tx.run(prepared('book an invoice', book({ touched })))
}

const noNames = sql`
  select null::text as account_id, null::text as invoice_number, null::text as reference_id, null::text as method,
         null::date as paid_on, null::text as reference, 0::bigint as cents where false`

/** Entries do not say what they are: the first of a payment is the payment, and the books of disputes have their amounts. */
const kindOfEntry = sql`
  case when e.amount_cents > 0
       then case when exists (select from payment_dispute d
                               where d.account_id = e.account_id and d.payment_id = e.payment_id and d.amount_cents = e.amount_cents)
                      or not exists (select from payment_refund r
                                      where r.account_id = e.account_id and r.payment_id = e.payment_id)
                 then 'chargedBack' else 'refunded' end
       when exists (select from ledger_entry f
                     where f.account_id = e.account_id and f.payment_id = e.payment_id
                       and f.ledger_account = 'receivable' and f.id < e.id)
       then 'returned' else 'paid' end`

const book = ({ touched, listed = noNames }: ToBook): Sql => sql`
  with touched as materialized (${touched}),
  listed as materialized (${listed}),
  -- A record in another currency takes back the lines of the former one.
  keyed as materialized (
    select t.*, i.currency from touched t join invoice i using (account_id, invoice_number)
     union
    select t.*, m.currency from touched t join invoice_movement m using (account_id, invoice_number)
     union
    select t.*, p.currency
      from touched t
      join invoice i using (account_id, invoice_number)
      join payment_attempt p on p.account_id = i.account_id and p.invoice_id = i.id
     where p.state = 'succeeded'),
  known as materialized (
    select k.account_id, k.invoice_number, k.currency, k.at, k.has_list, max(m.id) as last_id,
           max(max(m.day)) over (partition by k.account_id, k.invoice_number) as last_day,
           coalesce(sum(m.cents), 0) as total,
           coalesce(sum(m.cents) filter (where m.kind in ('invoiced', 'corrected', 'withdrawn')), 0) as old_amount,
           coalesce(-sum(m.cents) filter (where m.kind in ('before', 'booked')), 0) as old_booked,
           coalesce(sum(m.cents) filter (where m.entry_id is not null), 0) as by_card,
           count(m.id) > 0 as is_known,
           coalesce(max(m.id) filter (where m.kind in ('invoiced', 'corrected', 'withdrawn')), 0)
             = coalesce(max(m.id) filter (where m.kind = 'withdrawn'), 0) as is_gone
      from keyed k left join invoice_movement m using (account_id, invoice_number, currency)
     group by 1, 2, 3, 4, 5),
  open as materialized (
    select account_id, first_open_day(account_id) as first_day from (select distinct account_id from touched) t),
  now as materialized (
    select k.*, i.id as invoice_id, is_here, names_payments,
           case when is_here then i.amount_cents else 0 end as amount,
           case when is_here then i.books_balance_cents else 0 end as balance,
           coalesce((select sum(p.amount_cents) from invoice_portal_payment p
                      where p.account_id = i.account_id and p.invoice_id = i.id), 0) as portal,
           paid.captured, paid.net,
           case when i.id is null then last.invoice_category_id else i.invoice_category_id end as invoice_category_id,
           case when i.id is null then last.invoice_type else i.invoice_type end as invoice_type,
           case when i.id is null then last.is_late_fee else i.is_late_fee end as is_late_fee,
           case when i.id is null then last.invoice_date else i.invoice_date end as invoice_date,
           case when i.id is null then last.due_date else i.due_date end as due_date,
           is_here and is_known and i.amount_cents = old_amount
             and (i.due_date, i.invoice_date) is distinct from (last.due_date, last.invoice_date) as is_dated_otherwise,
           -- Also with a currency that the invoice no longer has: all lines follow.
           i.invoice_category_id <> last.invoice_category_id as is_moved,
           -- A new invoice counts from its date, also if the billing run of the night before made it.
           greatest(case when k.last_day is not null or i.id is null then days.of_books else least(days.of_calendar, i.invoice_date) end,
                    open.first_day, k.last_day) as day,
           p.business_time_zone
      from known k
      join open using (account_id)
      cross join portal_instance p
      cross join lateral (
           select ((k.at at time zone p.business_time_zone) - make_interval(hours => p.books_day_hour))::date as of_books,
                  (k.at at time zone p.business_time_zone)::date as of_calendar) days
      left join invoice i using (account_id, invoice_number)
      left join invoice_movement last on last.account_id = k.account_id and last.id = k.last_id
      cross join lateral (select coalesce(i.currency = k.currency, false) as is_here) here
      left join lateral (
           select sum(a.amount_cents) as captured, sum(payment_net_cents(a.account_id, a.id)) as net
             from payment_attempt a
            where a.account_id = i.account_id and a.invoice_id = i.id and a.state = 'succeeded' and a.currency = k.currency) paid
        on true),
  named as materialized (
    select account_id, invoice_number, currency, reference_id, sum(old) as old, sum(new) as new,
           max(method) as method, max(paid_on) as paid_on, max(reference) as reference
      from (select m.account_id, m.invoice_number, m.currency, m.reference_id, -m.cents as old,
                   -- A record without the list says nothing about other payments.
                   case when n.has_list or not n.is_here then 0 else -m.cents end as new, m.method, m.paid_on, m.reference
              from now n join invoice_movement m using (account_id, invoice_number, currency)
             where m.kind = 'settled'
             union all
            select n.account_id, n.invoice_number, n.currency, l.reference_id, 0, l.cents, l.method, l.paid_on, l.reference
              from now n join listed l using (account_id, invoice_number)
             where n.is_here) each
     group by 1, 2, 3, 4),
  of_books as (
    select account_id, invoice_number, currency, 1 as place, day,
           case when not is_here then 'withdrawn' when is_gone then 'invoiced' else 'corrected' end as kind,
           amount - old_amount as cents, null::text as reference_id, null::text as method, null::date as paid_on,
           null::text as reference, null::bigint as entry_id
      from now
     union all
    select account_id, invoice_number, currency, 2, day, 'settled', s.old - s.new, s.reference_id, s.method, s.paid_on, s.reference,
           null
      from now n join named s using (account_id, invoice_number, currency)
     union all
    select account_id, invoice_number, currency, 3, day, case when last_day is null then 'before' else 'booked' end,
           old_booked - case when not is_here then 0
                             when names_payments or captured is null then amount - balance - portal - by_name
                             -- Books that name no card payments do not say which of them a balance contains.
                             when is_known then old_booked
                             when balance <= 0 then amount - balance - captured - by_name
                             when net <> 0 then 0
                             else amount - balance - by_name end,
           null, null, null, null, null
      from now n
      cross join lateral (
           select coalesce(sum(s.new), 0) as by_name from named s
            where s.account_id = n.account_id and s.invoice_number = n.invoice_number and s.currency = n.currency) names
     union all
    select account_id, invoice_number, currency, 4, day, 'changed', 0, null, null, null, null, null from now where is_dated_otherwise
     union all
    select account_id, invoice_number, currency, 5, day, 'moved', 0, null, null, null, null, null from now where is_moved),
  written as materialized (
    select * from of_books where cents <> 0 or kind in ('changed', 'moved')
     union all
    select n.account_id, n.invoice_number, n.currency, 6, greatest(n.day, (e.created_at at time zone n.business_time_zone)::date),
           ${kindOfEntry}, e.amount_cents,
           e.payment_id::text, null, case when p.is_adopted and e.amount_cents < 0
                then nullif((p.created_at at time zone n.business_time_zone)::date, (e.created_at at time zone n.business_time_zone)::date) end, null, e.id
      from now n
      join payment_attempt p on p.account_id = n.account_id and p.invoice_id = n.invoice_id
      join ledger_entry e on e.account_id = p.account_id and e.payment_id = p.id and e.currency = n.currency
     where e.ledger_account = 'receivable'
       and not exists (select from invoice_movement m where m.account_id = e.account_id and m.entry_id = e.id)),
  missing as (
    select * from written
     union all
    select account_id, invoice_number, currency, 7, greatest(n.day, w.day), 'matched', left_to_pay.cents - n.total - coalesce(w.cents, 0),
           null, null, null, null, null
      from now n
      left join (select account_id, invoice_number, currency, max(day) as day, sum(cents) as cents,
                        sum(cents) filter (where entry_id is not null) as by_card
                   from written group by 1, 2, 3) w using (account_id, invoice_number, currency)
      cross join lateral (
           select case when not is_here then n.by_card + coalesce(w.by_card, 0)
                       when captured is null then balance
                       else standing_cents(n.account_id, n.invoice_id) end as cents) left_to_pay
     where left_to_pay.cents <> n.total + coalesce(w.cents, 0)),
  moved as (
    update invoice_movement m set invoice_category_id = n.invoice_category_id
      from now n
     where n.is_moved and m.account_id = n.account_id and m.invoice_number = n.invoice_number)
  insert into invoice_movement (account_id, invoice_number, currency, day, kind, cents, reference_id, method, paid_on, reference,
         entry_id, is_renaming, invoice_category_id, invoice_type, is_late_fee, is_credit, invoice_date, due_date)
  select account_id, invoice_number, currency, x.day, kind, x.cents, reference_id, method, paid_on, reference, entry_id,
         n.is_known and n.is_here and kind in ('settled', 'booked') and n.amount = n.old_amount
           and sum(x.cents) filter (where kind in ('settled', 'booked')) over (partition by account_id, invoice_number, currency) = 0,
         n.invoice_category_id, n.invoice_type, n.is_late_fee, case when is_here then n.amount else n.old_amount end < 0, n.invoice_date,
         n.due_date
    from missing x join now n using (account_id, invoice_number, currency)
   order by account_id, invoice_number, place, entry_id, reference_id`

/**
 * Invoices, also deleted ones, whose lines do not lead to what they leave to pay, lack a card payment, or are in another
 * category: of one company, or of all.
 */
export const unbooked = (accountId: string | null): Sql => sql`
  select account_id, invoice_number, coalesce(x.as_of, portal_now()) as at, false as has_list
    from (select account_id, invoice_number
            from (select * from invoice where account_id = coalesce(${accountId}, account_id)) i
            full join (select account_id, invoice_number, currency, sum(cents) as cents, max(invoice_category_id) as category,
                              coalesce(sum(cents) filter (where entry_id is not null), 0) as by_card
                         from invoice_movement
                        where account_id = coalesce(${accountId}, account_id) group by 1, 2, 3) m using (account_id, invoice_number, currency)
           where m.cents is null and i.amount_cents <> 0 -- A paid invoice adds up, also without lines.
              or m.category <> i.invoice_category_id
              or coalesce(m.cents, 0) <> case when i.id is null then m.by_card
                   when exists (select from payment_attempt p
                                 where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'succeeded')
                   then standing_cents(i.account_id, i.id) else i.books_balance_cents end
          union
          select p.account_id, i.invoice_number
            from ledger_entry e
            join payment_attempt p on p.account_id = e.account_id and p.id = e.payment_id
            join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
           where e.ledger_account = 'receivable' and e.account_id = coalesce(${accountId}, e.account_id)
             and not exists (select from invoice_movement m where m.account_id = e.account_id and m.entry_id = e.id)) i
    left join invoice_extract x using (account_id, invoice_number)`

/**
 * Books what servers of the release before, which write no lines, imported or charged since. Returns how many lines of
 * how many invoices were missing. The caller holds the turn of imports.
 */
export async function bookMissing(tx: Tx, accountId?: string) {
  const invoices = await tx.run(sql`
    create temp table unbooked on commit drop as ${unbooked(accountId ?? null)}`)
  if (invoices === 0) return { lines: 0, invoices }
  // Without the lock, a payment that books one of them at this moment writes the same lines.
  await tx.run(sql`
    select from invoice i join unbooked using (account_id, invoice_number) order by i.account_id, i.id for update of i`)
  return { lines: await bookMovements(tx, { touched: sql`select * from unbooked` }), invoices }
}

/** Returns how many invoices lack lines, and the first of them. */
export const countUnbooked = (db: Database) =>
  queryOne<{ count: number; first: string | null }>(
    db,
    sql`select count(*)::int as count, min(invoice_number) as first from (${unbooked(null)}) missing`,
  )
