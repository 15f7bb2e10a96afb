import sql from 'sql-template-tag'

// Every invoice the import names is looked at, changed or not: a payment may have been opened before the books
// showed it and settled after, and then no later record differs any more.
// Invoice first, attempt second, as in every other place: the other order deadlocks with a payer.

/** Tells which card payments the imported books show, and which they show no longer. */
export const recogniseCharges = [
  // The portal had taken these off the balance ahead of the books; now the books' own balance does.
  sql`
    update invoice i set posted_ahead_cents = i.posted_ahead_cents - seen.amount_cents
      from (select a.account_id, a.invoice_id, sum(payment_net_cents(a.account_id, a.id)) as amount_cents
              from import_invoice s
              join invoice b on b.account_id = s.account_id and b.invoice_number = s.invoice_number
              join payment_attempt a on a.account_id = b.account_id and a.invoice_id = b.id
             where a.state = 'succeeded' and a.posted_ahead
               and b.books_balance_cents <= a.books_balance_cents - a.amount_cents
             group by a.account_id, a.invoice_id) seen
     where i.account_id = seen.account_id and i.id = seen.invoice_id`,
  sql`
    update payment_attempt a set posted_at = coalesce(a.posted_at, now()), posted_ahead = false
      from import_invoice s
      join invoice b on b.account_id = s.account_id and b.invoice_number = s.invoice_number
     where a.account_id = b.account_id and a.invoice_id = b.id
       and a.state = 'succeeded' and (a.posted_at is null or a.posted_ahead)
       and b.books_balance_cents <= a.books_balance_cents - a.amount_cents`,
  // An old file after a newer one: the balance from before the charge is back. The payment waits again for
  // the books, so that nobody pays twice. Not when the money went back (its ledger adds up to nothing).
  sql`
    update payment_attempt a set posted_at = null
      from (select distinct on (a.account_id, a.invoice_id) a.account_id, a.id, a.state, a.posted_at,
                   a.posted_ahead, a.books_balance_cents, b.books_balance_cents as now_cents
              from import_invoice s
              join invoice b on b.account_id = s.account_id and b.invoice_number = s.invoice_number
              join payment_attempt a on a.account_id = b.account_id and a.invoice_id = b.id
             where a.state <> 'failed'
             order by a.account_id, a.invoice_id, a.created_at desc, a.id) last
     where a.account_id = last.account_id and a.id = last.id
       and last.state = 'succeeded' and last.posted_at is not null and not last.posted_ahead
       and last.now_cents >= last.books_balance_cents
       and not exists (select from ledger_entry l
                        where l.account_id = a.account_id and l.payment_id = a.id
                          and l.ledger_account = 'receivable'
                       having count(*) > 0 and sum(l.amount_cents) = 0)`,
]
