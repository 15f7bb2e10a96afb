import sql from 'sql-template-tag'
import { notCoveredTexts } from '@portal/domain/payments/autopay-plan'
import { requireAutomaticCharging } from '../../platform/charging.ts'
import type { Tx } from '../../platform/database.ts'
import type { Author } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findEnrolment, findRules, readClock, takenByMonth } from '../autopay/autopay.queries.ts'

/** A batch that this process holds, and in whose name it is paid. */
export interface BatchRun {
  batchId: string
  /** The number of the hold: a higher one means that somebody else has taken over. */
  hold: number
  author: Author
  /** Set when nobody but AutoPay pays it. */
  autoPayDay: string | null
}

export async function findRun(
  tx: Tx,
  accountId: string,
  batchId: string,
  hold: number,
): Promise<BatchRun> {
  const row = await tx.one<Author & { autoPayDay: string | null }>(sql`
    select account_id as "accountId", actor_id as "actorId", actor_account_id as "actorAccountId",
           actor_name as "actorName", ip_address as "ipAddress", autopay_day as "autoPayDay"
      from payment_batch where account_id = ${accountId} and id = ${batchId}`)
  if (!row) throw new Error('the batch is not there')
  const { autoPayDay, ...author } = row
  return { batchId, hold, author, autoPayDay }
}

/**
 * Why nothing more may be charged in the batch, asked again for every chunk: charging is stopped or
 * paused, its
 * payer was removed or stripped of the right, or AutoPay was paused or left.
 */
export async function stopReason(
  tx: Tx,
  { author, autoPayDay }: BatchRun,
): Promise<string | undefined> {
  const paused = await requireAutomaticCharging(tx).catch((error: unknown) => {
    if (error instanceof Refusal) return error.message
    throw error
  })
  if (paused) return paused
  const allowed = await (autoPayDay ? mayAutoPay(tx, author.accountId) : mayPay(tx, author))
  if (allowed) return undefined
  return autoPayDay
    ? 'AutoPay was stopped before this charge.'
    : 'You do not have permission to do this.'
}

async function mayPay(tx: Tx, { accountId, actorId, actorAccountId }: Author): Promise<boolean> {
  // A super admin's own row is in another company, out of this transaction's sight.
  if (actorAccountId !== accountId) return true
  const entitled = await tx.run(sql`
    select from portal_user where account_id = ${accountId} and id = ${actorId} and deactivated_at is null
       and (role = 'SuperAdmin' or 'PayInvoices' = any (permissions))`)
  return entitled > 0
}

async function mayAutoPay(tx: Tx, accountId: string): Promise<boolean> {
  if (!(await findEnrolment(tx, accountId))) return false
  const { pausedUntil } = await findRules(tx, accountId)
  return pausedUntil === null || pausedUntil <= (await readClock(tx)).today
}

/**
 * The bounds of an AutoPay run for one chunk, by its invoices in their order: never more than was planned for one,
 * and the customer's caps as they are now.
 */
export async function boundsOf(
  tx: Tx,
  { author, autoPayDay }: BatchRun,
  plannedCents: ReadonlyMap<string, number>,
): Promise<((invoiceId: string, amountCents: number) => string | undefined) | undefined> {
  if (autoPayDay === null) return undefined
  const { capPerChargeCents, capPerMonthCents } = await findRules(tx, author.accountId)
  const month = autoPayDay.slice(0, 7)
  let takenCents =
    capPerMonthCents === null ? 0 : ((await takenByMonth(tx, author.accountId))[month] ?? 0)
  return (invoiceId, amountCents) => {
    if (amountCents > (plannedCents.get(invoiceId) ?? 0))
      return 'The balance has risen since the charge was planned.'
    if (capPerChargeCents !== null && amountCents > capPerChargeCents)
      return notCoveredTexts.capPerCharge
    if (capPerMonthCents !== null && takenCents + amountCents > capPerMonthCents)
      return notCoveredTexts.capPerMonth
    takenCents += amountCents
    return undefined
  }
}
