import sql from 'sql-template-tag'
import { fixHourUtc, runHourUtc } from '@portal/domain/payments/autopay'
import {
  planAutoPay,
  type AutoPayRules,
  type PlannedInvoice,
} from '@portal/domain/payments/autopay-plan'
import { renewAnswers } from '../../invoices/answer-cache.ts'
import { findNotApplied } from '../../invoices/not-applied.queries.ts'
import type { Tx } from '../../platform/database/database.ts'
import { takeTurn } from '../../platform/database/take-turn.ts'
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
import { expireNotices } from './expire-notices.ts'
import { notifyDay } from './notify-day.ts'

/** A plan that is not confirmed yet. */
export interface Preview {
  wanted?: AutoPayRules | undefined
  anotherCard?: boolean | undefined
}

const chargeable = { expirationMonth: 12, expirationYear: 9999, isStopped: false }

export interface CompanyPlan {
  planned: PlannedInvoice<OpenInvoiceRow>[]
  rules: AutoPayRules
  card: Awaited<ReturnType<typeof findAutoPayCard>>
}

/**
 * Returns the plan of a company from a day on, or from its next run, by the present data. With `wanted`, as if these rules
 * were confirmed now; with `anotherCard`, as if another card became the default one. Both fix the day again.
 */
export async function planOfCompany(
  tx: Tx,
  accountId: string,
  limitCents: number,
  { day, wanted, anotherCard = false }: { day?: string } & Preview = {},
): Promise<CompanyPlan> {
  const { today, hour } = await readClock(tx)
  const firstDay = day ?? (await findNextRunDay(tx, accountId))
  const rules = wanted ?? (await findRules(tx, accountId))
  const card = await findAutoPayCard(tx, accountId)
  const planned = planAutoPay({
    today,
    firstDay,
    invoices: await listOpenInvoices(tx, accountId),
    rules,
    card: anotherCard ? chargeable : (card ?? null),
    limitCents,
    takenCents: await takenByMonth(tx, accountId),
    hasMoneyNotApplied: (await findNotApplied(tx, accountId, null)) !== undefined,
    fixed:
      (wanted || anotherCard) && isFixedAgain(hour)
        ? undefined
        : await fixedCharges(tx, accountId, firstDay),
  })
  return { planned, rules, card }
}

/** Returns the plan's charges on a day. */
export const chargesOf = ({ planned }: CompanyPlan, day: string) =>
  planned.flatMap((one) => (one.day === day ? one.invoice : []))

/** Serializes, per company: enrolling, opting out, changing rules, fixing a day and starting its run. */
export const lockAutoPay = (tx: Tx, accountId: string) => takeTurn(tx, 'autopay', accountId)

/** Fixes today's charges and mails them, unless they are fixed already. After that, the charges can only decrease. */
export async function fixToday(tx: Tx, accountId: string, limitCents: number): Promise<boolean> {
  const { today } = await readClock(tx)
  // What expires today is left out today: its payers learn it now.
  await expireNotices(tx, accountId, today)
  // The plan is computed before the day has a row, because an existing row would bind it.
  const plan = await planOfCompany(tx, accountId, limitCents, { day: today })
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
  await notifyDay(tx, accountId, today, plan.planned, plan.card ?? null)
  await renewAnswers(tx, accountId)
  return true
}

/**
 * Fixes today's charges again after the customer enrolled, or changed the card or the limits, and was shown the new plan.
 * Does nothing before 09:00 UTC, when the day is fixed anyway, after the hour of the run, or without an enrollment.
 */
export async function fixTodayAgain(tx: Tx, accountId: string, limitCents: number): Promise<void> {
  await lockAutoPay(tx, accountId)
  if (!(await findEnrolment(tx, accountId))) return
  const { today, hour } = await readClock(tx)
  if (!isFixedAgain(hour)) return
  const fixed = sql`account_id = ${accountId} and day = ${today}`
  const begun = await tx.one(
    sql`select day from autopay_day where ${fixed} and started_at is not null`,
  )
  if (begun) return
  await tx.run(sql`delete from autopay_item where ${fixed}`)
  await tx.run(sql`delete from autopay_day where ${fixed}`)
  await fixToday(tx, accountId, limitCents)
}

const isFixedAgain = (hour: number) => hour >= fixHourUtc && hour < runHourUtc
