import sql from 'sql-template-tag'
import { runHourUtc } from '@portal/domain/payments/autopay'
import { daysBetween } from '@portal/domain/kernel/day'
import { notCoveredText, type PlannedCharge } from '@portal/domain/payments/autopay-plan'
import type { Deps } from '../../deps.ts'
import { forEachAtOnce } from '../../platform/at-once.ts'
import { findAutomaticStop } from '../../platform/charging.ts'
import { withAccount, type Database, type Tx } from '../../platform/database.ts'
import type { Author } from '../../platform/history.ts'
import { autoPayBounds } from './autopay-bounds.ts'
import { findEnrolment, nextRunDay, readClock } from './autopay.queries.ts'
import { insertBatch } from '../batch/batches.queries.ts'
import { fixDay, lockAutoPay, planOfCompany, type CompanyPlan } from './plan-autopay.ts'
import { runBatch } from '../batch/run-batch.ts'

/** Who the history names for what AutoPay does. */
export const autoPayAuthor = (accountId: string): Author => ({
  accountId,
  actorId: null,
  actorAccountId: accountId,
  actorName: 'AutoPay',
  ipAddress: 'system',
})

interface Due {
  accountId: string
  day: string
}

/** Companies whose runs are under way at once in one process. */
const companiesAtOnce = 4

/**
 * Does what is due: runs the days whose hour has come, then fixes the next day of every enrolled company. Any
 * number of processes may call it at any time; a day of a company is run once. Answers how much it did.
 * `day` runs that day whatever the hour.
 */
export async function runAutoPay(deps: Deps, systemDb: Database, day?: string): Promise<number> {
  // A day that is not begun is made up for afterwards; one that began would only fail.
  if (await findAutomaticStop(systemDb)) return 0
  let done = 0
  const company =
    (work: (accountId: string, day: string) => Promise<boolean>) => async (due: Due) => {
      if (await work(due.accountId, due.day)) done += 1
    }
  const onFailure = (error: unknown, { accountId }: Due) =>
    deps.log.error({ err: error, accountId }, 'AutoPay of a company failed and is tried again')
  const run = company((accountId, dueDay) => runDay(deps, accountId, dueDay))
  const fix = company((accountId, nextDay) => fixNextDay(deps, accountId, nextDay))
  await forEachAtOnce(await dueDays(systemDb, day), companiesAtOnce, run, onFailure)
  await forEachAtOnce(await unfixedDays(systemDb), companiesAtOnce, fix, onFailure)
  return done
}

async function dueDays(systemDb: Database, day: string | undefined): Promise<Due[]> {
  const hourHasCome = sql`d.day + make_interval(hours => ${runHourUtc}) <= portal_now() at time zone 'UTC'`
  const { rows } = await systemDb.query<Due>(sql`
    select d.account_id as "accountId", d.day from autopay_day d
     where d.started_at is null and ${day ? sql`d.day = ${day}` : hourHasCome}
     order by d.day, d.account_id limit 1000`)
  return rows
}

/** Enrolled, and the next day is not fixed. Not while a run is under way: what it pays is not planned again. */
async function unfixedDays(systemDb: Database): Promise<Due[]> {
  const { rows } = await systemDb.query<Due>(sql`
    select e.account_id as "accountId", next.day
      from autopay_enrolment e, (select ${nextRunDay} as day) next
     where e.ended_at is null
       and not exists (
         select from autopay_day d where d.account_id = e.account_id and d.day = next.day)
       and not exists (
         select from payment_batch b
          where b.account_id = e.account_id and b.autopay_day is not null and b.finished_at is null)
     order by e.account_id limit 1000`)
  return rows
}

function fixNextDay(deps: Deps, accountId: string, day: string): Promise<boolean> {
  return withAccount(deps.paymentsDb, accountId, async (tx) => {
    await lockAutoPay(tx, accountId)
    if (!(await findEnrolment(tx, accountId))) return false
    return fixDay(tx, accountId, day, deps.config.page.cardLimitCents)
  })
}

/** Begins the run of a day and goes through with it; a run somebody else began is left to them. */
async function runDay(deps: Deps, accountId: string, day: string): Promise<boolean> {
  const begun = await withAccount(deps.paymentsDb, accountId, (tx) =>
    beginDay(tx, accountId, day, deps.config.page.cardLimitCents),
  )
  if (begun?.batchId) await runBatch(deps, accountId, begun.batchId, autoPayBounds)
  return begun !== undefined
}

/**
 * Decides in one transaction what the run charges: of what was fixed for the day, what the plan still holds. What
 * is left out is kept with its reason. Answers the batch, when there is anything to charge; nothing at all when
 * the day has begun already.
 */
async function beginDay(
  tx: Tx,
  accountId: string,
  day: string,
  limitCents: number,
): Promise<{ batchId?: string } | undefined> {
  await lockAutoPay(tx, accountId)
  const begun = await tx.run(sql`
    update autopay_day set started_at = portal_now()
     where account_id = ${accountId} and day = ${day} and started_at is null`)
  if (!begun) return undefined
  const { today } = await readClock(tx)
  const isOver = daysBetween(day, today) > 1
  if (isOver || !(await findEnrolment(tx, accountId))) {
    await leaveOut(
      tx,
      accountId,
      day,
      [],
      isOver ? 'The day passed without a run' : 'AutoPay had ended',
    )
    return {}
  }
  const plan = await planOfCompany(tx, accountId, day, limitCents)
  const charges = plan.days[0]?.day === day ? plan.days[0].charges : []
  await leaveOut(tx, accountId, day, charges, 'Its balance had risen since the day was planned')
  await nameReasons(tx, accountId, day, plan)
  if (charges.length === 0 || !plan.card) return {}
  const author = autoPayAuthor(accountId)
  const batchId = await insertBatch(tx, author, plan.card.id, `autopay ${day}`, day)
  // Rolls the beginning back: the day is tried again when the one before it is through.
  if (!batchId) throw new Error('the run of an earlier day is not finished')
  await tx.run(sql`
    insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
    select ${accountId}, ${batchId}, nth, invoice_id, amount_cents
      from unnest(${idsOf(charges)}::bigint[], ${charges.map(({ amountCents }) => amountCents)}::bigint[])
           with ordinality as charge (invoice_id, amount_cents, nth)`)
  return { batchId }
}

const idsOf = (some: readonly { invoiceId: string }[]) => some.map(({ invoiceId }) => invoiceId)

/** Everything fixed for the day that is not charged. */
async function leaveOut(
  tx: Tx,
  accountId: string,
  day: string,
  charges: readonly PlannedCharge[],
  why: string,
): Promise<void> {
  await tx.run(sql`
    update autopay_item set left_out = ${why}
     where account_id = ${accountId} and day = ${day} and invoice_id <> all (${idsOf(charges)}::bigint[])`)
}

/** The plan's own reasons, where it has one. */
async function nameReasons(
  tx: Tx,
  accountId: string,
  day: string,
  { notCovered, invoices }: CompanyPlan,
): Promise<void> {
  const byId = new Map(invoices.map((invoice) => [invoice.invoiceId, invoice]))
  const texts = notCovered.map(({ invoiceId, reason }) =>
    notCoveredText(reason, byId.get(invoiceId)!),
  )
  await tx.run(sql`
    update autopay_item t set left_out = why.reason
      from unnest(${idsOf(notCovered)}::bigint[],
                  ${texts}::text[]) as why (invoice_id, reason)
     where t.account_id = ${accountId} and t.day = ${day} and t.invoice_id = why.invoice_id`)
}
