import sql, { raw } from 'sql-template-tag'
import type { StatementRange } from '@portal/domain/invoices/statement-range'
import { agingBuckets } from '@portal/domain/payments/aging'
import { readSnapshot, type Database } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'
import { ageOf, agingSums, today } from './aging-rule.queries.ts'
import type { StatementReading } from './documents/statement-document.ts'
import {
  dueCentsOf,
  isBeingPosted,
  isOnHold,
  isPendingOf,
  joinBalances,
  readBalances,
  type InvoiceBalance,
} from './owed.queries.ts'
import { seesOnlySome, visibleCategories } from '../session/visible-categories.ts'

type Range = Extract<StatementRange, { from: string }>

/**
 * Reads a statement at one moment (decision 0031). The amount that an invoice leaves due on a day d is
 *
 * amount - recorded, from the invoice's date on, - paid by d + refunded by d, as far as this is due again
 *
 * and from today on minus `pending`. Card payments, refunds and lost disputes have exact times. `recorded` is what the
 * books deducted for other reasons: the books give no date, so it counts from the invoice's date.
 */
export function readStatement(db: Database, scope: Scope, range: Range): Promise<StatementReading> {
  return readSnapshot(db, scope.accountId, async (tx) => {
    const balances = await readBalances(tx, scope.accountId)
    const read = await tx.one<{ statement: Omit<StatementReading, 'isOfVisible'> }>(
      statement(scope, range, balances),
    )
    if (!read) throw new Error('the statement of a company is always one row')
    return { ...read.statement, isOfVisible: await seesOnlySome(tx, scope) }
  })
}

const statement = (scope: Scope, { from, to }: Range, balances: readonly InvoiceBalance[]) => sql`
  with range as (
    -- A statement that reaches today includes all data, whatever its date.
    select today, ${from}::date as first, ${to}::date as last, least(${to}::date, today) as as_of,
           case when ${to}::date >= today then 'infinity'::date else ${to}::date end as until,
           -- From that day on pending amounts count.
           ${from}::date > today as starts_later, ${to}::date >= today as ends_now
      from ${today}),
  listed as materialized (
    select i.id, i.invoice_number, i.invoice_type, i.is_late_fee, i.invoice_date, i.due_date, i.currency, i.amount_cents,
           i.books_balance_cents, i.names_payments, ${dueCentsOf(scope.accountId)} as due_cents,
           ${isPendingOf(scope.accountId)} as is_pending, ${isOnHold} as is_on_hold,
           ${isBeingPosted} as is_being_posted
      from invoice i ${joinBalances(balances)}
     where i.account_id = ${scope.accountId} ${visibleCategories(scope)}),
  back as materialized (
    -- A payment that was found late may have been refunded before it was booked; the later time counts.
    select b.payment_id, b.kind, b.amount_cents as cents, (greatest(b.at, p.settled_at) at time zone 'UTC')::date as day
      from invoice_money_back b join payment_attempt p on p.account_id = b.account_id and p.id = b.payment_id
     where b.account_id = ${scope.accountId}),
  back_of as (
    select payment_id, sum(cents) as ever, coalesce(sum(cents) filter (where day < first), 0) as before,
           coalesce(sum(cents) filter (where day <= until), 0) as until
      from back, range group by payment_id),
  named as (
    select n.payment_id, sum(n.amount_cents) as cents
      from (select payment_id, amount_cents from invoice_portal_payment where account_id = ${scope.accountId}
             union all
            select payment_id, amount_cents from payment_elsewhere
             where account_id = ${scope.accountId} and released_at is not null) n
     group by n.payment_id),
  paid as materialized (
    select p.id, p.invoice_id, p.card_id, (p.settled_at at time zone 'UTC')::date as day, p.amount_cents as captured,
           coalesce(b.ever, 0) as back, coalesce(b.before, 0) as back_before, coalesce(b.until, 0) as back_until,
           -- How much of the payment its invoice's record contains. Books that name no payments contain it if nothing is left to pay.
           least(p.amount_cents, case when l.names_payments then coalesce(n.amount_cents, 0)
                                      when l.books_balance_cents <= 0 then p.amount_cents else 0 end) as contained,
           coalesce(named.cents, 0) - coalesce(n.amount_cents, 0) as elsewhere
      from payment_attempt p
      join listed l on l.id = p.invoice_id
      left join back_of b on b.payment_id = p.id
      left join named on named.payment_id = p.id
      left join invoice_portal_payment n
             on n.account_id = p.account_id and n.invoice_id = p.invoice_id and n.payment_id = p.id
     where p.account_id = ${scope.accountId} and p.state = 'succeeded'),
  used as (
    select paid.*, captured - back as net,
           -- This part of the refunds is due again; the books do not show the other part, so it is not requested.
           least(back, captured - contained) as due_again,
           least(elsewhere, greatest(0, captured - back - contained)) as moved,
           case when l.books_balance_cents <= 0 then greatest(0, captured - back - contained - elsewhere)
                else 0 end as not_applied
      from paid join listed l on l.id = paid.invoice_id),
  used_of as (
    select invoice_id, sum(contained) as contained, sum(moved) as moved, sum(net) as net,
           sum(captured - due_again - not_applied) as ever,
           coalesce(sum(captured - least(back_before, due_again) - not_applied) filter (where day < first), 0) as before,
           coalesce(sum(captured - least(back_until, due_again) - not_applied) filter (where day <= until), 0) as until,
           coalesce(sum(captured) filter (where day >= first and day <= until), 0) as captured,
           coalesce(sum(not_applied) filter (where day >= first and day <= until), 0) as not_applied,
           sum((back_until - least(back_until, due_again))
             - (back_before - least(back_before, due_again))) as not_due_again,
           count(*) filter (where day >= first and day <= until) as payments
      from used, range group by invoice_id),
  known as (
    select l.*, coalesce(u.ever, 0) as used, coalesce(u.before, 0) as used_before, coalesce(u.until, 0) as used_until,
           coalesce(u.captured, 0) as captured, coalesce(u.not_applied, 0) as not_applied,
           coalesce(u.not_due_again, 0) as not_due_again, coalesce(u.payments, 0) as payments,
           -- If the books name no payments and show a balance after a payment, it is unknown what reduced the balance.
           case when not l.names_payments and l.books_balance_cents > 0 and coalesce(u.net, 0) <> 0 then 0
                else l.amount_cents - l.books_balance_cents - coalesce(u.contained, 0) - coalesce(u.moved, 0)
                end as recorded
      from listed l left join used_of u on u.invoice_id = l.id),
  stood as materialized (
    select known.*, pending,
           case when invoice_date < first then amount_cents - recorded else 0 end - used_before
             - case when starts_later then pending else 0 end as opening,
           case when invoice_date <= until then amount_cents - recorded else 0 end - used_until
             - case when ends_now then pending else 0 end as closing,
           invoice_date between first and last as in_range
      from known, range,
           lateral (select amount_cents - recorded - used - due_cents as pending) rest),
  aged as (
    select currency, closing as cents, ${ageOf('closing', 'due_date', 'as_of')} as age from stood, range),
  aging as (
    select currency, ${agingSums} from aged group by currency),
  went_back as (
    select l.currency, sum(b.cents) filter (where b.kind = 'refunded') as refunds,
           sum(b.cents) filter (where b.kind = 'chargedBack') as chargebacks
      from back b join paid p on p.id = b.payment_id join listed l on l.id = p.invoice_id, range
     where b.day >= first and b.day <= until group by l.currency),
  account as (
    select s.currency, count(*) filter (where in_range and amount_cents >= 0) as invoice_count,
           count(*) filter (where in_range and amount_cents < 0) as credit_count, sum(payments) as payments,
           sum(opening) as opening,
           coalesce(sum(amount_cents) filter (where in_range and amount_cents >= 0), 0) as invoices,
           coalesce(sum(amount_cents) filter (where in_range and amount_cents < 0), 0) as credits,
           -sum(captured) as captured, -sum(not_due_again) as not_due_again, sum(not_applied) as not_applied,
           -coalesce(sum(recorded) filter (where in_range), 0) as recorded,
           -coalesce(sum(pending) filter (where ends_now and not starts_later), 0) as pending,
           coalesce(sum(amount_cents - recorded)
                      filter (where invoice_date > last and invoice_date <= until), 0) as later,
           sum(closing) as closing, sum(due_cents) as today
      from stood s, range group by s.currency)
  select json_build_object(
    'today', range.today, 'asOf', range.as_of,
    'accounts', (select coalesce(json_agg(json_build_object(
        'currency', a.currency,
        'counts', json_build_object('invoices', a.invoice_count, 'credits', a.credit_count, 'payments', a.payments),
        'lines', json_build_object(
          'opening', a.opening, 'invoices', a.invoices, 'credits', a.credits, 'payments', a.captured,
          'refunds', coalesce(w.refunds, 0), 'chargebacks', coalesce(w.chargebacks, 0),
          'notDueAgain', a.not_due_again, 'notApplied', a.not_applied, 'recorded', a.recorded,
          'pending', a.pending, 'later', a.later, 'closing', a.closing, 'today', a.today),
        'aging', json_build_object(${agingFields})) order by a.currency <> 'USD', a.currency), '[]')
      from account a join aging using (currency) left join went_back w using (currency)),
    'invoices', (select coalesce(json_agg(json_build_object(
        'date', s.invoice_date, 'invoiceNumber', s.invoice_number, 'invoiceType', s.invoice_type,
        'isLateFee', s.is_late_fee, 'dueDate', s.due_date, 'currency', s.currency, 'amountCents', s.amount_cents,
        'dueCents', s.closing, 'isPending', s.is_pending and range.ends_now, 'isOnHold', s.is_on_hold, 'isBeingPosted', s.is_being_posted,
        'isInRange', s.in_range) order by s.invoice_date desc, s.id desc), '[]')
      from stood s where s.in_range or s.closing <> 0),
    'payments', (select coalesce(json_agg(json_build_object(
        'day', m.day, 'kind', m.kind, 'invoiceNumber', l.invoice_number,
        'card', case when c.id is not null then json_build_object('brand', c.brand, 'last4Digits', c.last4) end,
        'currency', l.currency, 'cents', m.cents) order by m.day desc, l.invoice_number, m.kind, m.payment_id), '[]')
      from (select id as payment_id, day, 'paid' as kind, -captured as cents from paid
             union all select payment_id, day, kind, cents from back) m
      join paid p on p.id = m.payment_id
      join listed l on l.id = p.invoice_id
      left join card c on c.account_id = ${scope.accountId} and c.id = p.card_id
     where m.day >= range.first and m.day <= range.until)) as statement
    from range`

const agingFields = raw(agingBuckets.map(({ key }) => `'${key}', aging."${key}"`).join(', '))
