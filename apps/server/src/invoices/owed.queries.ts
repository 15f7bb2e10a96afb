import sql, { type Sql } from 'sql-template-tag'
import { balanceOf, type CustomerBalance } from '@portal/domain/payments/customer-balance'
import type { CentsByPayment, InvoiceMoney, InvoicePayment } from '@portal/domain/payments/owed'
import { prepared, type Tx } from '../platform/database.ts'

/** What an invoice with portal payments leaves to pay. */
export interface InvoiceBalance extends CustomerBalance {
  invoiceId: string
  /** How many of its payments have succeeded. */
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
  /** When the newest of its payments succeeded, and the database's clock. */
  lastPaidAt: Date
  now: Date
}

/**
 * Reads what decides how much of invoices may still be charged: their newest records, their succeeded payments, and
 * what other invoices' newest records contain of these. Open attempts are no part of it.
 *
 * Returns only invoices `i` that meet the condition, have a positive balance and a succeeded payment. Of every other
 * invoice the balance in the books is owed.
 */
export function readInvoiceFacts(
  tx: Tx,
  condition: Sql,
  prepare = notPrepared,
): Promise<InvoiceFacts[]> {
  return readPaidInvoices(tx, sql`i.books_balance_cents > 0 and ${condition}`, prepare)
}

const notPrepared = (statement: Sql) => statement

/** The same, whatever the balance is. */
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
               join invoice_portal_payment n on n.account_id = p.account_id and n.payment_id = p.id
              where p.account_id = i.account_id and p.invoice_id = i.id and n.invoice_id <> i.id
              group by n.payment_id`)} as elsewhere,
           paid.payments, paid.last_at as "lastPaidAt", portal_now() as now
      from invoice i
      join lateral (
           select jsonb_agg(jsonb_build_object(
                    'id', p.id, 'netCents', payment_net_cents(p.account_id, p.id),
                    'isPosted', p.posted_at is not null)) as payments,
                  max(p.settled_at) as last_at
             from payment_attempt p
            where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'succeeded') paid on true
     where ${condition}
       -- First, and from whichever side is shorter: a company may have a hundred thousand open invoices.
       and exists (select from payment_attempt p
                    where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'succeeded')`)
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

/** What invoices of a company leave to pay: all open ones with payments, or those `i` that meet the condition. */
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

/** The same of one invoice, which pages ask for so often that planning the statement would cost most of its time. */
export const readBalanceOf = (tx: Tx, accountId: string, invoiceNumber: string) =>
  readBalances(tx, accountId, sql`i.invoice_number = ${invoiceNumber}`, (statement) =>
    prepared('balance of an invoice', statement),
  )

/** Joins what was read to the invoices `i` of a statement, which may then use the three columns below. */
export const joinBalances = (balances: readonly InvoiceBalance[]): Sql => sql`
  left join unnest(${balances.map(({ invoiceId }) => invoiceId)}::bigint[],
                   ${balances.map(({ balanceDueCents }) => balanceDueCents)}::bigint[],
                   ${balances.map(({ hasBeenCharged }) => hasBeenCharged)}::boolean[],
                   ${balances.map(({ isOnHold }) => isOnHold)}::boolean[])
         as owed (invoice_id, balance_due_cents, has_been_charged, is_on_hold) on owed.invoice_id = i.id`

/** As the customer sees it. Owed is all of it, or nothing where `hasBeenCharged`. */
export const balanceDueCents = sql`coalesce(owed.balance_due_cents, i.books_balance_cents)`

export const isOnHold = sql`coalesce(owed.is_on_hold, false)`

/** Paid while the balance still shows; an invoice whose payment is not confirmed yet has been charged, and is not this. */
export const isBeingPosted = sql`(${balanceDueCents} > 0 and not ${isOnHold}
  and (i.charged_in_books or coalesce(owed.has_been_charged, false)))`

/**
 * Charged in the books, or by a portal payment that is under way or being posted. One that waits for its payer to
 * answer the bank has taken nothing: paying again continues it. A payment that succeeded after the balances were read
 * is being posted.
 */
export const hasBeenCharged = sql`(i.charged_in_books or coalesce(owed.has_been_charged, false) or exists (
  select from payment_attempt p
   where p.account_id = i.account_id and p.invoice_id = i.id
     and (p.state = 'open'
       or (p.state = 'succeeded' and p.posted_at is null
           and owed.invoice_id is null and i.books_balance_cents > 0))))`

/**
 * Pending: charged while a balance shows. For sums over all invoices of a company: it asks for the open payments once, not
 * for each invoice.
 */
export const isPendingOf = (accountId: string): Sql => sql`(${balanceDueCents} > 0
  and (i.charged_in_books or coalesce(owed.has_been_charged, false)
    or i.id in (select p.invoice_id from payment_attempt p
                 where p.account_id = ${accountId} and p.state = 'open' and p.invoice_id is not null)))`

/**
 * What is to be paid: nothing of an invoice that is pending, less than nothing when the customer has credit. Sums of what
 * is due add this up, never the balance.
 */
export const dueCentsOf = (accountId: string): Sql =>
  sql`(case when ${isPendingOf(accountId)} then 0 else ${balanceDueCents} end)`
