import sql from 'sql-template-tag'
import { addDays } from '@portal/domain/kernel/day'
import { runHourUtc, unfixedHourUtc } from '@portal/domain/payments/autopay'
import {
  blocksEnrolling,
  type AutoPayCard,
  type AutoPayRules,
  type FixedCharge,
  type OpenInvoice,
} from '@portal/domain/payments/autopay-plan'
import { leftOutInvoices } from '../../invoices/money-back.queries.ts'
import {
  balanceDueCents,
  hasBeenCharged,
  isOnHold,
  joinBalances,
  readBalances,
} from '../../invoices/owed.queries.ts'
import { holdingNotices } from '../../invoices/transfer-notices.queries.ts'
import { findSuccessors } from '../../invoices/withdrawn.queries.ts'
import type { Tx } from '../../platform/database/database.ts'
import { findToday } from '../../platform/database/today.ts'

export interface Enrolment {
  enrolledAt: Date
  actorName: string
}

export function findEnrolment(tx: Tx, accountId: string): Promise<Enrolment | undefined> {
  return tx.one(sql`
    select enrolled_at as "enrolledAt", actor_name as "actorName" from autopay_enrolment
     where account_id = ${accountId} and ended_at is null`)
}

/** Day and hour of portal_now(), in UTC. */
export interface Clock {
  today: string
  hour: number
}

export async function readClock(tx: Tx): Promise<Clock> {
  const row = await tx.one<Clock>(sql`
    select utc.now::date as today, extract(hour from utc.now)::int as hour
      from (select portal_now() at time zone 'UTC' as now) utc`)
  return row!
}

/** Returns the day of a company's next run: today, until today's run has started or can no longer be planned. */
export async function findNextRunDay(tx: Tx, accountId: string): Promise<string> {
  const { today, hour } = await readClock(tx)
  const fixed = await tx.one<{ hasBegun: boolean }>(sql`
    select started_at is not null as "hasBegun" from autopay_day
     where account_id = ${accountId} and day = ${today}`)
  if (fixed) return fixed.hasBegun ? addDays(today, 1) : today
  // For an enrolled company, the day must be fixed by unfixedHourUtc, otherwise it does not run. A new enrollment fixes
  // the day at any time before the run.
  const until = (await findEnrolment(tx, accountId)) ? unfixedHourUtc : runHourUtc
  return hour < until ? today : addDays(today, 1)
}

export interface OpenInvoiceRow extends OpenInvoice {
  invoiceType: string
  categoryId: number
}

/** Returns all invoices with a balance in the books. */
export async function listOpenInvoices(tx: Tx, accountId: string): Promise<OpenInvoiceRow[]> {
  const balances = await readBalances(tx, accountId)
  const rows = await tx.query<Omit<OpenInvoiceRow, 'moneyBack' | 'kept' | 'notice' | 'demand'>>(sql`
    select i.id::text as "invoiceId", i.invoice_number as "invoiceNumber", i.invoice_type as "invoiceType",
           i.due_date as "dueDate", ${balanceDueCents} as "balanceDueCents", i.currency,
           i.invoice_category_id as "categoryId", ${hasBeenCharged} as "hasBeenCharged",
           ${isOnHold} as "isOnHold"
      from invoice i ${joinBalances(balances)}
     where i.account_id = ${accountId} and i.books_balance_cents > 0`)
  const left = await leftOutInvoices(tx, accountId)
  const kept = await findSuccessors(tx, accountId)
  const notices = await holdingNotices(tx, accountId)
  const demands = new Map(balances.map(({ invoiceId, demand }) => [invoiceId, demand]))
  return rows.map((row) => ({
    ...row,
    moneyBack: left.get(row.invoiceId),
    kept: kept.get(row.invoiceId),
    notice: notices.get(row.invoiceNumber),
    demand: demands.get(row.invoiceId) ?? 0,
  }))
}

export async function findRules(tx: Tx, accountId: string): Promise<AutoPayRules> {
  const row = await tx.one<AutoPayRules>(sql`
    select cap_per_charge_cents as "capPerChargeCents", cap_per_month_cents as "capPerMonthCents",
           paused_until as "pausedUntil"
      from autopay_rules where account_id = ${accountId}`)
  return row ?? { capPerChargeCents: null, capPerMonthCents: null, pausedUntil: null }
}

export async function saveRules(tx: Tx, accountId: string, rules: AutoPayRules): Promise<void> {
  const { capPerChargeCents, capPerMonthCents, pausedUntil } = rules
  await tx.run(sql`
    insert into autopay_rules (account_id, cap_per_charge_cents, cap_per_month_cents, paused_until)
    values (${accountId}, ${capPerChargeCents}, ${capPerMonthCents}, ${pausedUntil})
        on conflict (account_id) do update
       set cap_per_charge_cents = excluded.cap_per_charge_cents,
           cap_per_month_cents = excluded.cap_per_month_cents, paused_until = excluded.paused_until`)
}

export function findAutoPayCard(
  tx: Tx,
  accountId: string,
): Promise<(AutoPayCard & { id: string; brand: string; last4Digits: string }) | undefined> {
  return tx.one(sql`
    select id, brand, last4 as "last4Digits", exp_month as "expirationMonth", exp_year as "expirationYear",
           stopped_code is not null as "isStopped", stopped_code = 'authentication_required' as "asksHolder"
      from card where account_id = ${accountId} and is_default`)
}

/** Returns the amounts that runs charged or are charging, by month of their day. Attempts in `without` do not count. */
export async function takenByMonth(
  tx: Tx,
  accountId: string,
  without: readonly string[] = [],
): Promise<Record<string, number>> {
  const rows = await tx.query<{ month: string; cents: number }>(sql`
    select to_char(b.autopay_day, 'YYYY-MM') as month, sum(p.amount_cents)::bigint as cents
      from payment_batch b
      join payment_attempt p on p.account_id = b.account_id and p.batch_id = b.id
     where b.account_id = ${accountId} and p.state <> 'failed' and p.id <> all (${without}::uuid[])
       and b.autopay_day >= date_trunc('month', portal_now() at time zone 'UTC')
     group by 1`)
  return Object.fromEntries(rows.map(({ month, cents }) => [month, cents]))
}

/** Returns the charges that are fixed for a day; undefined if they are not fixed yet. */
export async function fixedCharges(
  tx: Tx,
  accountId: string,
  day: string,
): Promise<Map<string, FixedCharge> | undefined> {
  const fixed = await tx.one(sql`
    select day from autopay_day where account_id = ${accountId} and day = ${day}`)
  if (!fixed) return undefined
  const rows = await tx.query<FixedCharge & { invoiceId: string }>(sql`
    select invoice_id::text as "invoiceId", amount_cents as "amountCents", demand from autopay_item
     where account_id = ${accountId} and day = ${day}`)
  return new Map(rows.map(({ invoiceId, ...charge }) => [invoiceId, charge]))
}

/** Returns the invoices that were paid after the day was fixed: their present balance is a new demand. */
export async function paidSinceFixed(
  tx: Tx,
  accountId: string,
  day: string,
  invoiceIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ invoiceId: string }>(sql`
    select t.invoice_id::text as "invoiceId" from autopay_item t
     where t.account_id = ${accountId} and t.day = ${day} and t.invoice_id = any (${invoiceIds}::bigint[])
       and t.demand <> (select count(*) from payment_attempt p
                         where p.account_id = t.account_id and p.invoice_id = t.invoice_id and p.state = 'succeeded')`)
  return new Set(rows.map(({ invoiceId }) => invoiceId))
}

/** Whether invoices must be paid before the company can enroll. */
export async function hasPastDue(tx: Tx, accountId: string, limitCents: number): Promise<boolean> {
  const today = await findToday(tx)
  const open = await listOpenInvoices(tx, accountId)
  return open.some((invoice) => blocksEnrolling(invoice, limitCents, today))
}
