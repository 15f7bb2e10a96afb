import sql, { type Sql } from 'sql-template-tag'
import { balanceOf, type CustomerBalance } from '@portal/domain/payments/customer-balance'
import type { CentsByPayment, InvoiceMoney, InvoicePayment } from '@portal/domain/payments/owed'
import { prepared, type Tx } from '../platform/database/database.ts'

/** What remains to be paid of an invoice with portal payments. */
export interface InvoiceBalance extends CustomerBalance {
  invoiceId: string
  /** How many payments of the invoice have succeeded. */
  demand: number
}

interface MoneyRow {
  accountId: string
  invoiceId: string
  invoiceNumber: string
  amountCents: number
  balanceCents: number
  namesPayments: boolean
  contained: CentsByPayment
  elsewhere: CentsByPayment
  payments: InvoicePayment[]
  lastPaidAt: Date
  now: Date
}

export interface InvoiceFacts {
  accountId: string
  invoiceId: string
  invoiceNumber: string
  money: InvoiceMoney
  /** When the newest payment of the invoice succeeded, and the database's present time. */
  lastPaidAt: Date
  now: Date
}

/**
 * Reads the facts that decide how much may still be charged for invoices: their newest records, their succeeded payments,
 * and how much of these payments the newest records of other invoices contain. Open attempts are not included.
 *
 * Returns only invoices `i` that meet the condition and have a positive balance and a succeeded payment. For all other
 * invoices the balance in the books is owed.
 */
export function readInvoiceFacts(
  tx: Tx,
  condition: Sql,
  prepare = notPrepared,
): Promise<InvoiceFacts[]> {
  return readPaidInvoices(tx, sql`i.books_balance_cents > 0 and ${condition}`, prepare)
}

/** Whether a payment of the invoice `i` has succeeded: otherwise the owed amount does not depend on payments. */
export const hasBeenPaid = sql`exists (
  select from payment_attempt p
   where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'succeeded')`

const notPrepared = (statement: Sql) => statement

/** Like `readInvoiceFacts`, for any balance. */
export async function readPaidInvoices(
  tx: Tx,
  condition: Sql,
  prepare = notPrepared,
): Promise<InvoiceFacts[]> {
  const statement = prepare(sql`
    select i.account_id as "accountId", i.id::text as "invoiceId",
           i.invoice_number as "invoiceNumber", i.amount_cents as "amountCents",
           i.books_balance_cents as "balanceCents", i.names_payments as "namesPayments",
           ${centsByPayment(sql`
             select n.payment_id, n.amount_cents as cents from invoice_portal_payment n
              where n.account_id = i.account_id and n.invoice_id = i.id`)} as contained,
           ${centsByPayment(sql`
             select n.payment_id, sum(n.amount_cents) as cents
               from payment_attempt p
               join lateral (
                    select payment_id, amount_cents from invoice_portal_payment
                     where account_id = p.account_id and payment_id = p.id and invoice_id <> i.id
                     union all
                    select payment_id, amount_cents from payment_elsewhere
                     where account_id = p.account_id and payment_id = p.id and released_at is not null) n on true
              where p.account_id = i.account_id and p.invoice_id = i.id
              group by n.payment_id`)} as elsewhere,
           paid.payments, paid.last_at as "lastPaidAt", portal_now() as now
      from invoice i
      join lateral (
           select jsonb_agg(jsonb_build_object(
                    'id', p.id, 'netCents', payment_net_cents(p.account_id, p.id),
                    'isPosted', p.posted_at is not null)
                    || case when p.currency <> i.currency then '{"isOtherCurrency": true}' else '{}' end::jsonb
                    || case when exists (
                         select from payment_elsewhere e
                          where e.account_id = p.account_id and e.payment_id = p.id and e.released_at is null)
                       then '{"isInOtherCompany": true}' else '{}' end::jsonb) as payments,
                  max(p.settled_at) as last_at
             from payment_attempt p
            where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'succeeded') paid on true
     where ${condition}
       -- A separate condition lets the planner start with the payments: a company may have 100,000 open invoices.
       and ${hasBeenPaid}`)
  const rows = await tx.query<MoneyRow & Record<string, unknown>>(statement)
  return rows.map(({ amountCents, balanceCents, namesPayments, contained, ...row }) => {
    const { accountId, invoiceId, invoiceNumber, payments, elsewhere, lastPaidAt, now } = row
    const record = {
      amountCents,
      balanceCents,
      ...(namesPayments && { portalPayments: contained }),
    }
    const money = { record, payments, elsewhere }
    return { accountId, invoiceId, invoiceNumber, money, lastPaidAt, now }
  })
}

const centsByPayment = (query: Sql) => sql`(
  select coalesce(jsonb_object_agg(payment_id, cents), '{}') from (${query}) one)`

/**
 * Returns what remains to be paid of a company's invoices: of all open ones with payments, or of the invoices `i` that
 * meet the condition.
 */
export async function readBalances(
  tx: Tx,
  accountId: string,
  condition = sql`true`,
  prepare = notPrepared,
): Promise<InvoiceBalance[]> {
  const ofCompany = sql`i.account_id = ${accountId} and ${condition}`
  const facts = await readInvoiceFacts(tx, ofCompany, prepare)
  return facts.map(({ invoiceId, money, lastPaidAt, now }) => ({
    invoiceId,
    demand: money.payments.length,
    ...balanceOf(money, lastPaidAt, now),
  }))
}

/** Returns the balances of all open invoices of a company that have payments, for calls that every visit makes. */
export const readOpenBalances = (tx: Tx, accountId: string) =>
  readBalances(tx, accountId, sql`true`, (statement) => prepared('open balances', statement))

/**
 * Returns the balance of one invoice. The statement is prepared: pages call it so often that planning would take most of
 * the time.
 */
export const readBalanceOf = (tx: Tx, accountId: string, invoiceNumber: string) =>
  readBalances(tx, accountId, sql`i.invoice_number = ${invoiceNumber}`, (statement) =>
    prepared('balance of an invoice', statement),
  )

/** Joins these balances to the invoices `i` of a statement, which may then use the expressions below. */
export const joinBalances = (balances: readonly InvoiceBalance[]): Sql => sql`
  left join unnest(${balances.map(({ invoiceId }) => invoiceId)}::bigint[],
                   ${balances.map(({ balanceDueCents }) => balanceDueCents)}::bigint[],
                   ${balances.map(({ hasBeenCharged }) => hasBeenCharged)}::boolean[],
                   ${balances.map(({ isOnHold }) => isOnHold)}::boolean[])
         as owed (invoice_id, balance_due_cents, has_been_charged, is_on_hold) on owed.invoice_id = i.id`

/** The balance that the customer sees. Either all of it is owed, or nothing if `hasBeenCharged`. */
export const balanceDueCents = sql`coalesce(owed.balance_due_cents, i.books_balance_cents)`

export const isOnHold = sql`coalesce(owed.is_on_hold, false)`

/**
 * Paid while the balance is still shown. An invoice whose payment is not confirmed yet is not included, although it has
 * been charged.
 */
export const isBeingPosted = sql`(${balanceDueCents} > 0 and not ${isOnHold}
  and (i.charged_in_books or coalesce(owed.has_been_charged, false)))`

/**
 * Charged in the books, or by a portal payment that is open or being posted. A payment that waits for its payer has charged
 * nothing, and paying again continues it. A payment that succeeded after the balances were read counts as being posted.
 */
export const hasBeenCharged = sql`(i.charged_in_books or coalesce(owed.has_been_charged, false) or exists (
  select from payment_attempt p
   where p.account_id = i.account_id and p.invoice_id = i.id
     and (p.state = 'open'
       or (p.state = 'succeeded' and p.posted_at is null
           and owed.invoice_id is null and i.books_balance_cents > 0))))`

/** A payment of the invoice waits until its payer confirms it with the bank. Nothing has been charged yet. */
export const isWaiting = sql`exists (
  select from payment_attempt p
   where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'requires_action')`

/**
 * Pending: charged while a balance is shown. For sums over all invoices of a company: reads the open payments once instead
 * of once per invoice.
 */
export const isPendingOf = (accountId: string): Sql => sql`(${balanceDueCents} > 0
  and (i.charged_in_books or coalesce(owed.has_been_charged, false)
    or i.id in (select p.invoice_id from payment_attempt p
                 where p.account_id = ${accountId} and p.state = 'open' and p.invoice_id is not null)))`

/** The amount due: zero for a pending invoice, negative for a credit. Sums of due amounts must use this, not the balance. */
export const dueCentsOf = (accountId: string): Sql =>
  sql`(case when ${isPendingOf(accountId)} then 0 else ${balanceDueCents} end)`
