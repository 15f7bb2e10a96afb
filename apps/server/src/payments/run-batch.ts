import sql from 'sql-template-tag'
import { formatMoney } from '@portal/domain/kernel/money'
import type { Deps } from '../deps.ts'
import { withAccount, type Tx } from '../platform/database.ts'
import type { Author } from '../platform/history.ts'
import { queueMail } from '../platform/mail-queue.ts'
import { Refusal } from '../platform/refusal.ts'
import { findAttemptState } from './attempts.queries.ts'
import {
  batchItems,
  holdBatch,
  nextItems,
  saveItem,
  type BatchItem,
  type ItemResult,
} from './batches.queries.ts'
import { chargeAttempt } from './charge-attempt.ts'
import { openPayment } from './open-payment.ts'
import { receiptRecipients } from './receipt.ts'
import { settleOrLeave } from './settle-payment.ts'

/** Charges under way at once in one batch. */
const concurrency = 4

/**
 * Pays what is left of a batch, one attempt per invoice, unless another process is at it. Any process may
 * go on with a batch whose holder died: every step is written down before the next one begins.
 */
export async function runBatch(deps: Deps, accountId: string, batchId: string): Promise<void> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
    withAccount(deps.paymentsDb, accountId, work)
  if (!(await inCompany((tx) => holdBatch(tx, accountId, batchId, false)))) return
  const batch = await inCompany((tx) => findRun(tx, accountId, batchId))
  for (;;) {
    const items = await inCompany((tx) => nextItems(tx, accountId, batchId, concurrency))
    if (!items.length) break
    await Promise.all(items.map((item) => payItem(deps, batch, item)))
    await inCompany((tx) => holdBatch(tx, accountId, batchId, true))
  }
  await inCompany((tx) => finishBatch(tx, batch))
}

async function payItem(deps: Deps, run: Run, item: BatchItem): Promise<void> {
  const { accountId } = run.author
  const result = await chargeItem(deps, run, item)
  await withAccount(deps.paymentsDb, accountId, (tx) =>
    saveItem(tx, accountId, run.batchId, item.position, result),
  )
}

async function chargeItem(
  deps: Deps,
  { author, batchId, autoPayDay }: Run,
  { invoiceId, amountCents }: BatchItem,
): Promise<ItemResult> {
  const { accountId } = author
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
    withAccount(deps.paymentsDb, accountId, work)
  const ofItem = sql`p.account_id = ${accountId} and p.batch_id = ${batchId} and p.invoice_id = ${invoiceId}`
  const findResult = async () => asResult(await inCompany((tx) => findAttemptState(tx, ofItem)))
  // A holder that died may have opened the attempt already; then it is the item's, whatever its state.
  const earlier = await findResult()
  if (earlier) return earlier
  try {
    const attempt = await inCompany(async (tx) => {
      await (autoPayDay ? requireEnrolled(tx, accountId) : requireEntitledPayer(tx, author))
      const limitCents = deps.config.page.cardLimitCents
      const mostCents = autoPayDay ? amountCents : undefined
      // Which categories the payer may see was decided when the batch was filled.
      return openPayment(tx, {
        author,
        invoiceId,
        limitCents,
        mostCents,
        categoryIds: null,
        batchId,
        onSession: false,
      })
    })
    await deps.checkpoint('opened')
    const outcome = await chargeAttempt(deps, attempt)
    await deps.checkpoint('charged')
    await settleOrLeave(deps, attempt, outcome)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { state: 'failed', message: error.message, amountCents: 0 }
  }
  const result = await findResult()
  if (!result) throw new Error('the attempt is not there')
  return result
}

function asResult(attempt: Awaited<ReturnType<typeof findAttemptState>>): ItemResult | undefined {
  if (!attempt) return undefined
  const { amountCents } = attempt
  if (attempt.state === 'succeeded') return { state: 'paid', message: '', amountCents }
  if (attempt.state === 'failed')
    return { state: 'failed', message: attempt.failureMessage ?? 'Payment failed.', amountCents }
  return { state: 'pending', message: '', amountCents }
}

/** Somebody removed or stripped of the right meanwhile starts no further charge. */
async function requireEntitledPayer(tx: Tx, { accountId, actorId, actorAccountId }: Author) {
  // A super admin's own row is in another company, out of this transaction's sight.
  if (actorAccountId !== accountId) return
  const entitled = await tx.run(sql`
    select from portal_user where account_id = ${accountId} and id = ${actorId} and deactivated_at is null
       and (role = 'SuperAdmin' or 'PayInvoices' = any (permissions))`)
  if (!entitled) throw new Refusal(403, 'You do not have permission to do this.')
}

/** Opting out, or a pause, stops what has not been charged yet. */
async function requireEnrolled(tx: Tx, accountId: string): Promise<void> {
  const enrolled = await tx.run(sql`
    select from autopay_enrolment e left join autopay_rules r on r.account_id = e.account_id
     where e.account_id = ${accountId} and e.ended_at is null
       and coalesce(r.paused_until <= (portal_now() at time zone 'UTC')::date, true)`)
  if (!enrolled) throw new Refusal(403, 'AutoPay was stopped before this charge.')
}

/** A batch and in whose name it is paid; `autoPayDay` is set when nobody but AutoPay pays it. */
interface Run {
  batchId: string
  author: Author
  autoPayDay: string | null
}

async function findRun(tx: Tx, accountId: string, batchId: string): Promise<Run> {
  const row = await tx.one<Author & { autoPayDay: string | null }>(sql`
    select account_id as "accountId", actor_id as "actorId", actor_account_id as "actorAccountId",
           actor_name as "actorName", ip_address as "ipAddress", autopay_day as "autoPayDay"
      from payment_batch where account_id = ${accountId} and id = ${batchId}`)
  if (!row) throw new Error('the batch is not there')
  const { autoPayDay, ...author } = row
  return { batchId, author, autoPayDay }
}

/** Ends the batch and tells its payer about all of it in one mail. */
async function finishBatch(tx: Tx, { batchId, author, autoPayDay }: Run): Promise<void> {
  const { accountId } = author
  const finished = await tx.run(sql`
    update payment_batch set finished_at = now()
     where account_id = ${accountId} and id = ${batchId} and finished_at is null`)
  if (!finished) return
  const items = await tx.query<ItemResult & { invoiceNumber: string }>(sql`
    select i.invoice_number as "invoiceNumber", t.state, t.message, t.amount_cents as "amountCents"
      from ${batchItems} t join invoice i on i.account_id = t.account_id and i.id = t.invoice_id
     where t.account_id = ${accountId} and t.batch_id = ${batchId} order by t.position`)
  const paid = items.filter((item) => item.state === 'paid')
  const failed = items.filter((item) => item.state === 'failed')
  const sum = paid.reduce((total, item) => total + item.amountCents, 0)
  const line = (item: (typeof items)[number]) =>
    `${item.invoiceNumber}: ${item.state === 'failed' ? item.message : formatMoney(item.amountCents, 'USD')}`
  await queueMail(tx, {
    accountId,
    about: `batch ${batchId}`,
    recipients: await receiptRecipients(tx, accountId, author.actorId),
    subject: `${autoPayDay ? 'AutoPay: payment' : 'Payment'} of ${paid.length} of ${items.length} invoices`,
    paragraphs: [
      `We received ${formatMoney(sum, 'USD')} for ${paid.length} invoices, paid by card.`,
      ...paid.map(line),
      ...(failed.length ? [`${failed.length} invoices were not paid:`, ...failed.map(line)] : []),
      ...(failed.length && autoPayDay ? ['What is still due is tried again the next day.'] : []),
      `Paid by: ${author.actorName}`,
    ],
  })
}
