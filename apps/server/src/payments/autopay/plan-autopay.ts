import sql from 'sql-template-tag'
import { fixHourUtc, runHourUtc } from '@portal/domain/payments/autopay'
import {
  planAutoPay,
  type AutoPayRules,
  type PlannedInvoice,
} from '@portal/domain/payments/autopay-plan'
import { findNotApplied } from '../../invoices/not-applied.queries.ts'
import type { Tx } from '../../platform/database.ts'
import { takeTurn } from '../../platform/take-turn.ts'
import {
  findAutoPayCard,
  findEnrolment,
  findNextRunDay,
  findRules,
  fixedCharges,
  listOpenInvoices,
  readClock,
  takenByMonth,
  type OpenInvoiceRow,
} from './autopay.queries.ts'

export interface CompanyPlan {
  planned: PlannedInvoice<OpenInvoiceRow>[]
  rules: AutoPayRules
  card: Awaited<ReturnType<typeof findAutoPayCard>>
}

/** The plan of a company from a day on, or from its next run, by what the database holds now. */
export async function planOfCompany(
  tx: Tx,
  accountId: string,
  limitCents: number,
  day?: string,
): Promise<CompanyPlan> {
  const { today } = await readClock(tx)
  const firstDay = day ?? (await findNextRunDay(tx, accountId))
  const rules = await findRules(tx, accountId)
  const card = await findAutoPayCard(tx, accountId)
  const planned = planAutoPay({
    today,
    firstDay,
    invoices: await listOpenInvoices(tx, accountId),
    rules,
    card: card ?? null,
    limitCents,
    takenCents: await takenByMonth(tx, accountId),
    hasMoneyNotApplied: (await findNotApplied(tx, accountId, null)) !== undefined,
    fixed: await fixedCharges(tx, accountId, firstDay),
  })
  return { planned, rules, card }
}

/** What a plan charges on a day. */
export const chargesOf = ({ planned }: CompanyPlan, day: string) =>
  planned.flatMap((one) => (one.day === day ? one.invoice : []))

/** One at a time per company: enrolling, opting out, changing rules, fixing a day and beginning its run. */
export const lockAutoPay = (tx: Tx, accountId: string) => takeTurn(tx, 'autopay', accountId)

/** Fixes what will be charged today, unless it is fixed already. From then on it can only become less. */
export async function fixToday(tx: Tx, accountId: string, limitCents: number): Promise<boolean> {
  const { today } = await readClock(tx)
  // Before there is a row, so that the plan is not yet bound by it.
  const plan = await planOfCompany(tx, accountId, limitCents, today)
  const fixed = await tx.run(sql`
    insert into autopay_day (account_id, day) values (${accountId}, ${today}) on conflict do nothing`)
  if (!fixed) return false
  const charges = chargesOf(plan, today)
  await tx.run(sql`
    insert into autopay_item (account_id, day, invoice_id, amount_cents, demand)
    select ${accountId}, ${today}, invoice_id, amount_cents, demand
      from unnest(${charges.map(({ invoiceId }) => invoiceId)}::bigint[],
                  ${charges.map(({ balanceDueCents }) => balanceDueCents)}::bigint[],
                  ${charges.map(({ demand }) => demand)}::int[]) as charge (invoice_id, amount_cents, demand)`)
  return true
}

/**
 * Fixes today again after the customer has enrolled or changed the card or the bounds, and sees the new plan. Nothing
 * happens before 09:00 UTC, as the day is fixed then, after the hour of the run, or while the company is not enrolled.
 */
export async function fixTodayAgain(tx: Tx, accountId: string, limitCents: number): Promise<void> {
  await lockAutoPay(tx, accountId)
  if (!(await findEnrolment(tx, accountId))) return
  const { today, hour } = await readClock(tx)
  if (hour < fixHourUtc || hour >= runHourUtc) return
  const fixed = sql`account_id = ${accountId} and day = ${today}`
  const begun = await tx.one(
    sql`select day from autopay_day where ${fixed} and started_at is not null`,
  )
  if (begun) return
  await tx.run(sql`delete from autopay_item where ${fixed}`)
  await tx.run(sql`delete from autopay_day where ${fixed}`)
  await fixToday(tx, accountId, limitCents)
}
