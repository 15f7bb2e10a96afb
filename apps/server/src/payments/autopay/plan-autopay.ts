import sql from 'sql-template-tag'
import { plannedDays } from '@portal/domain/payments/autopay'
import {
  planAutoPay,
  type AutoPayPlan,
  type AutoPayRules,
} from '@portal/domain/payments/autopay-plan'
import type { Tx } from '../../platform/database.ts'
import { takeTurn } from '../../platform/take-turn.ts'
import {
  findAutoPayCard,
  findEnrolment,
  findRules,
  fixedCharges,
  listOpenInvoices,
  readClock,
  takenByMonth,
  type OpenInvoiceRow,
} from './autopay.queries.ts'

export interface CompanyPlan extends AutoPayPlan {
  invoices: OpenInvoiceRow[]
  rules: AutoPayRules
  card: Awaited<ReturnType<typeof findAutoPayCard>>
}

/** The plan of a company from a day on, by what the database holds now. */
export async function planOfCompany(
  tx: Tx,
  accountId: string,
  firstDay: string,
  limitCents: number,
): Promise<CompanyPlan> {
  const invoices = await listOpenInvoices(tx, accountId)
  const rules = await findRules(tx, accountId)
  const card = await findAutoPayCard(tx, accountId)
  const plan = planAutoPay({
    firstDay,
    days: plannedDays,
    invoices,
    rules,
    card: card ?? null,
    limitCents,
    takenCents: await takenByMonth(tx, accountId),
    fixed: await fixedCharges(tx, accountId, firstDay),
  })
  return { ...plan, invoices, rules, card }
}

/** One at a time per company: enrolling, opting out, changing rules, fixing a day and beginning its run. */
export const lockAutoPay = (tx: Tx, accountId: string) => takeTurn(tx, 'autopay', accountId)

/** Fixes what will be charged on a day, unless it is fixed already. From then on it can only become less. */
export async function fixDay(
  tx: Tx,
  accountId: string,
  day: string,
  limitCents: number,
): Promise<boolean> {
  // Before there is a row, so that the plan is not yet bound by it.
  const plan = await planOfCompany(tx, accountId, day, limitCents)
  const fixed = await tx.run(sql`
    insert into autopay_day (account_id, day) values (${accountId}, ${day}) on conflict do nothing`)
  if (!fixed) return false
  const charges = plan.days[0]?.day === day ? plan.days[0].charges : []
  await tx.run(sql`
    insert into autopay_item (account_id, day, invoice_id, amount_cents)
    select ${accountId}, ${day}, invoice_id, amount_cents
      from unnest(${charges.map(({ invoiceId }) => invoiceId)}::bigint[],
                  ${charges.map(({ amountCents }) => amountCents)}::bigint[]) as charge (invoice_id, amount_cents)`)
  return true
}

/**
 * Fixes the next day anew after the customer has changed a card or the bounds, and sees the new plan. Nothing
 * happens to a day whose run has begun, or while the company is not enrolled.
 */
export async function fixNextDayAnew(tx: Tx, accountId: string, limitCents: number): Promise<void> {
  await lockAutoPay(tx, accountId)
  if (!(await findEnrolment(tx, accountId))) return
  const { nextRunDay } = await readClock(tx)
  const waiting = sql`account_id = ${accountId} and day = ${nextRunDay}`
  const begun = await tx.one(
    sql`select day from autopay_day where ${waiting} and started_at is not null`,
  )
  if (begun) return
  await tx.run(sql`delete from autopay_item where ${waiting}`)
  await tx.run(sql`delete from autopay_day where ${waiting}`)
  await fixDay(tx, accountId, nextRunDay, limitCents)
}
