import sql from 'sql-template-tag'
import { fixHourUtc, runHourUtc, unfixedHourUtc } from '@portal/domain/payments/autopay'
import { noticeDays } from '@portal/domain/invoices/transfer-notice'
import { notCoveredText, type FixedCharge } from '@portal/domain/payments/autopay-plan'
import { notCoveredTexts } from '@portal/domain/payments/not-covered'
import type { Deps } from '../../deps.ts'
import { forEachAtOnce } from '../../platform/work/at-once.ts'
import { renewAnswers } from '../../invoices/answer-cache.ts'
import { findAutomaticStop } from '../charge/charging-stop.ts'
import { withAccount, type Database, type Tx } from '../../platform/database/database.ts'
import type { Author } from '../../platform/history/history.ts'
import { autoPayBounds } from './autopay-bounds.ts'
import { findEnrolment, fixedCharges, readClock } from './autopay.queries.ts'
import { expireNotices } from './expire-notices.ts'
import { insertBatch } from '../batch/batches.queries.ts'
import { fixToday, lockAutoPay, planOfCompany, type CompanyPlan } from './plan-autopay.ts'
import { runBatch } from '../batch/run-batch.ts'

/** The author of AutoPay's changes in the history. */
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

/** The number of companies that one process runs concurrently. */
const companiesAtOnce = 4

/**
 * Runs all due days, and fixes today for every enrolled company. Any number of processes may call this at any time; each
 * day of a company runs once. Returns how much was done. With `day`, that day runs at any hour.
 */
export async function runAutoPay(deps: Deps, systemDb: Database, day?: string): Promise<number> {
  let done = 0
  const company =
    (work: (accountId: string, day: string) => Promise<boolean>) => async (due: Due) => {
      if (await work(due.accountId, due.day)) done += 1
    }
  const onFailure = (error: unknown, { accountId }: Due) =>
    deps.log.error({ err: error, accountId }, 'AutoPay of a company failed and is tried again')
  const run = company((accountId, dueDay) => runDay(deps, accountId, dueDay))
  const fix = company((accountId) => fixDay(deps, accountId))
  await forEachAtOnce(await unfixedDays(systemDb), companiesAtOnce, fix, onFailure)
  // During a stop, no run starts: a run that has not started can still start later on its day, while a started run
  // would only fail.
  if (await findAutomaticStop(systemDb)) return done
  await forEachAtOnce(await dueDays(systemDb, day), companiesAtOnce, run, onFailure)
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

/**
 * Returns enrolled companies whose charges of today are not fixed, and other companies whose announced transfers expire,
 * during the hours for fixing.
 */
async function unfixedDays(systemDb: Database): Promise<Due[]> {
  const { rows } = await systemDb.query<Due>(sql`
    select e.account_id as "accountId", utc.now::date as day
      from (select account_id, null::date as paid_on from autopay_enrolment where ended_at is null
             union
            select account_id, min(paid_on) from transfer_notice where state = 'announced' group by account_id) e,
           (select portal_now() at time zone 'UTC' as now) utc
     where (e.paid_on is null or e.paid_on + ${noticeDays}::int <= utc.now::date)
       and extract(hour from utc.now) >= ${fixHourUtc} and extract(hour from utc.now) < ${unfixedHourUtc}
       and not exists (
         select from autopay_day d where d.account_id = e.account_id and d.day = utc.now::date)
     group by 1, 2 order by 1 limit 1000`)
  return rows
}

function fixDay(deps: Deps, accountId: string): Promise<boolean> {
  return withAccount(deps.paymentsDb, accountId, async (tx) => {
    await lockAutoPay(tx, accountId)
    if (!(await findEnrolment(tx, accountId)))
      return expireNotices(tx, accountId, (await readClock(tx)).today)
    return fixToday(tx, accountId, deps.config.page.cardLimitCents)
  })
}

/** Starts and completes the run of a day, unless another process has started it. */
async function runDay(deps: Deps, accountId: string, day: string): Promise<boolean> {
  const begun = await withAccount(deps.paymentsDb, accountId, async (tx) => {
    const begun = await beginDay(tx, accountId, day, deps.config.page.cardLimitCents)
    if (begun) await renewAnswers(tx, accountId)
    return begun
  })
  if (begun?.batchId) await runBatch(deps, accountId, begun.batchId, autoPayBounds)
  return begun !== undefined
}

/**
 * Decides in one transaction what the run charges: the charges that were fixed for the day and are still in the plan. The
 * other charges are stored with a reason and become failed items of the batch, so that the mail about the run names them.
 * Returns undefined if the day already started.
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
  const isOver = today > day
  const plan = await planOfCompany(tx, accountId, limitCents, { day })
  const fixed = await judgeFixed(tx, accountId, day, plan)
  if (isOver || !(await findEnrolment(tx, accountId))) {
    const leftOut = isOver ? 'The day passed without a run' : 'AutoPay had ended'
    await leaveOut(
      tx,
      accountId,
      day,
      fixed.map((item) => ({ ...item, leftOut })),
    )
    return {}
  }
  await leaveOut(tx, accountId, day, fixed)
  const items = fixed.filter(({ isPaid }) => !isPaid)
  if (!plan.card || items.length === 0) return {}
  const author = autoPayAuthor(accountId)
  const batchId = await insertBatch(tx, author, plan.card.id, `autopay ${day}`, {
    autoPayDay: day,
  })
  // The error rolls back the start: the day is tried again when the previous run is finished.
  if (!batchId) throw new Error('the run of an earlier day is not finished')
  await insertItems(tx, accountId, batchId, items)
  return { batchId }
}

interface FixedItem {
  invoiceId: string
  amountCents: number
  /** Why the charge is left out. */
  leftOut?: string
  /** Left out because nothing remains to be paid, or because a payment is in progress. */
  isPaid: boolean
}

/** Returns the charges that were fixed for a day, in the order of the plan, compared with the present plan. */
async function judgeFixed(
  tx: Tx,
  accountId: string,
  day: string,
  { planned }: CompanyPlan,
): Promise<FixedItem[]> {
  const fixed = (await fixedCharges(tx, accountId, day)) ?? new Map<string, FixedCharge>()
  const found = new Set(planned.map(({ invoice }) => invoice.invoiceId))
  const gone = [...fixed].filter(([invoiceId]) => !found.has(invoiceId))
  const leftOut = notCoveredTexts.nothingOwed
  return [
    ...planned.flatMap((one) => {
      const { invoiceId } = one.invoice
      const charge = fixed.get(invoiceId)
      if (!charge) return []
      const item = { invoiceId, amountCents: charge.amountCents }
      const reason = one.notOnFirstDay ?? one.reason
      if (!reason) return { ...item, isPaid: false }
      const isPaid = reason === 'nothingOwed' || reason === 'pending'
      return { ...item, leftOut: notCoveredText(reason, one.invoice), isPaid }
    }),
    ...gone.map(([invoiceId, { amountCents }]) => ({
      invoiceId,
      amountCents,
      leftOut,
      isPaid: true,
    })),
  ]
}

async function leaveOut(
  tx: Tx,
  accountId: string,
  day: string,
  items: readonly FixedItem[],
): Promise<void> {
  const left = items.filter(({ leftOut }) => leftOut !== undefined)
  if (left.length === 0) return
  await tx.run(sql`
    update autopay_item t set left_out = why.reason
      from unnest(${left.map(({ invoiceId }) => invoiceId)}::bigint[],
                  ${left.map(({ leftOut }) => leftOut!)}::text[]) as why (invoice_id, reason)
     where t.account_id = ${accountId} and t.day = ${day} and t.invoice_id = why.invoice_id`)
}

async function insertItems(
  tx: Tx,
  accountId: string,
  batchId: string,
  items: readonly FixedItem[],
): Promise<void> {
  await tx.run(sql`
    insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents, state, message)
    select ${accountId}, ${batchId}, nth, invoice_id, amount_cents,
           case when left_out = '' then 'queued' else 'failed' end, left_out
      from unnest(${items.map(({ invoiceId }) => invoiceId)}::bigint[],
                  ${items.map(({ amountCents }) => amountCents)}::bigint[],
                  ${items.map(({ leftOut }) => leftOut ?? '')}::text[])
           with ordinality as item (invoice_id, amount_cents, left_out, nth)`)
}
