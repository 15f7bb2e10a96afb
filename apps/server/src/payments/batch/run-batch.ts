import sql from 'sql-template-tag'
import { nextOfBatch, type BatchStep } from '@portal/domain/payments/batch-steps'
import { formatMoney } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { Deps } from '../../deps.ts'
import { renewAnswers } from '../../invoices/answer-cache.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import type { Fact } from '../../platform/mail/mail-content.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { chargeOpened } from '../charge/charge-opened.ts'
import { reconcileBatch } from '../charge/reconcile.ts'
import { findRun, type AutoPayBounds, type BatchRun } from './batch-run.ts'
import {
  endedItems,
  findBatchFacts,
  hasUnfinished,
  keepBatch,
  stopBatch,
  takeBatch,
  type EndedItem,
} from './batches.queries.ts'
import { BatchLost, openChunk } from './open-chunk.ts'
import { failureRecipients, receiptRecipients } from '../receipts/receipt.ts'

/** The number of concurrent charges of one batch at the provider. */
const chargesAtOnce = 16
/** How long to wait for locked invoices in total, and between two checks. */
const patienceMs = 10_000
const pauseMs = 200

/**
 * Pays the rest of a batch, chunk by chunk, unless another process works on it. Any process may take over a batch whose
 * holder died: every step is recorded before the next one. A batch with payments that may have to be opened again stays
 * unfinished, and a worker continues it later. Returns whether the batch was taken.
 */
export async function runBatch(
  deps: Deps,
  accountId: string,
  batchId: string,
  autoPay: AutoPayBounds,
): Promise<boolean> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
    withAccount(deps.paymentsDb, accountId, work)
  const run = await inCompany(async (tx) => {
    const hold = await takeBatch(tx, accountId, batchId)
    return hold === undefined ? undefined : findRun(tx, accountId, batchId, hold)
  })
  if (!run) return false
  const keep = setInterval(() => {
    inCompany((tx) => keepBatch(tx, accountId, batchId, run.hold)).catch((error: unknown) =>
      deps.log.warn({ err: error, batchId }, 'the hold on a batch was not renewed'),
    )
  }, 10_000)
  try {
    const isAnswered = await reconcileBatch(deps, accountId, batchId)
    const end = isAnswered ? await payAll(deps, run, autoPay) : 'left'
    await inCompany(async (tx) => {
      if (!(await hasUnfinished(tx, accountId, batchId)))
        await finishBatch(tx, run, () =>
          autoPay.nextTries(tx, accountId, deps.config.page.cardLimitCents),
        )
      // After a question, the hold ends at once, so that the payer's next call can continue the batch.
      else await keepBatch(tx, accountId, batchId, run.hold, end === 'asked' ? 0 : 5)
    })
  } catch (error) {
    if (!(error instanceof BatchLost)) throw error
  } finally {
    clearInterval(keep)
  }
  return true
}

/**
 * Goes through the batch twice: the second pass covers invoices that were locked or interrupted in the first. Ends early
 * if the provider does not respond (`left`), or if a payment waits for its payer (`asked`).
 */
async function payAll(
  deps: Deps,
  run: BatchRun,
  autoPay: AutoPayBounds,
): Promise<'through' | 'left' | 'asked'> {
  let stuckSince: number | undefined
  for (let from = 0; ;) {
    const step = await takeStep(deps, run)
    if (step.do === 'stop') return 'through'
    if (step.do === 'wait') return 'asked'
    const chunk = await openChunk(deps, run, autoPay, step.atMost, from)
    if (chunk.size === 0 && from === 0) return 'through'
    if (chunk.attempts.length > 0) {
      await deps.checkpoint('opened')
      const { left } = await chargeOpened(deps, chunk.order, chunk.attempts, chargesAtOnce)
      // The provider is down: payments that are opened now would have to be opened once more later.
      if (left === chunk.attempts.length) return 'left'
    }
    from = chunk.size === 0 ? 0 : chunk.next
    if (chunk.busy === 0 || chunk.busy < chunk.size) {
      stuckSince = undefined
      continue
    }
    stuckSince ??= Date.now()
    if (Date.now() - stuckSince > patienceMs)
      throw new Error('what is left of the batch stays locked')
    await deps.pause(pauseMs)
  }
}

/** Decides the next step of the batch, and records a stop of the batch. */
async function takeStep({ paymentsDb }: Deps, { author, batchId }: BatchRun): Promise<BatchStep> {
  const { accountId } = author
  return withAccount(paymentsDb, accountId, async (tx) => {
    const step = nextOfBatch(await findBatchFacts(tx, accountId, batchId))
    if (step.do === 'stop')
      await stopBatch(
        tx,
        accountId,
        batchId,
        `Nothing more was tried, because the card would probably be declined again: ${step.why}`,
      )
    return step
  })
}

/** Ends the batch and reports the outcome of all items to its recipients in one mail. */
async function finishBatch(
  tx: Tx,
  { batchId, author, autoPayDay, hold }: BatchRun,
  nextTries: () => Promise<Map<string, string>>,
): Promise<void> {
  const { accountId } = author
  const finished = await tx.one<{ stopped: string | null }>(sql`
    update payment_batch set finished_at = now()
     where account_id = ${accountId} and id = ${batchId} and finished_at is null and hold = ${hold}
 returning stopped`)
  if (!finished) return
  const { stopped } = finished
  const items = await endedItems(tx, accountId, batchId)
  const paid = items.filter((item) => item.state === 'paid')
  const pending = items.filter((item) => item.state === 'pending')
  const failed = items.filter((item) => item.state === 'failed')
  const notTried = items.filter((item) => item.state === 'not_tried')
  const sum = paid.reduce((total, item) => total + item.amountCents, 0)
  const notPaid = failed.length + notTried.length
  const next = autoPayDay && notPaid ? await nextTries() : undefined
  const heading = `${autoPayDay ? 'AutoPay: payment' : 'Payment'} of ${plural(items.length, 'invoice')}: ${[
    ...(paid.length ? [`${paid.length} paid`] : []),
    ...(pending.length ? [`${pending.length} still being confirmed`] : []),
    ...(notPaid ? [`${notPaid} not paid`] : []),
  ].join(', ')}`
  const received = list(
    `We received ${formatMoney(sum, 'USD')} for ${plural(paid.length, 'invoice')}.`,
    paid,
  )
  const lists = [
    ...received,
    ...list(
      `Still being confirmed: ${plural(pending.length, 'invoice')}. You will not be charged twice. We will send an email about each of them.`,
      pending,
    ),
    ...list(`Not paid: ${plural(failed.length, 'invoice')}.`, failed, next),
    ...list(`Not tried: ${plural(notTried.length, 'invoice')}. ${stopped ?? ''}`, notTried, next),
  ]
  const areAttached = paid.length > 0 && paid.length <= mostReceipts
  const mail = {
    accountId,
    about: `batch ${batchId}`,
    subject: heading,
    heading,
    preview: lists[0]?.title ?? '',
    facts: [['Paid by', author.actorName] as const],
    button: { label: 'See the payment history', path: '/payments?tab=paymentHistory' },
    readersOf: items.map(({ invoiceNumber }) => invoiceNumber),
    ...(areAttached && { receiptOf: paid.flatMap(({ paymentId }) => paymentId ?? []) }),
  }
  const receipts =
    paid.length === 0
      ? []
      : [areAttached ? 'The receipts are attached.' : 'The receipts are in the payment history.']
  if (notPaid)
    await queueMail(tx, {
      ...mail,
      kind: 'failures',
      ...(await failureRecipients(tx, accountId, author.actorId, mail.readersOf)),
      lists,
      notes: receipts,
    })
  // Recipients of the mail above do not get this mail too, because both are about the same payments.
  if (paid.length > 0 || !notPaid)
    await queueMail(tx, {
      ...mail,
      kind: 'receipts',
      recipients: await receiptRecipients(tx, accountId, author.actorId, mail.readersOf),
      lists: notPaid ? received : lists,
      notes: receipts,
    })
  if (autoPayDay) await renewAnswers(tx, accountId)
}

/** Some mail servers refuse mails with more attachments. */
const mostReceipts = 20

/** Returns a table of these invoices, with what happens next; no table if there are none. */
const list = (title: string, items: readonly EndedItem[], next?: ReadonlyMap<string, string>) =>
  items.length === 0
    ? []
    : [
        {
          title,
          rows: items.map(({ invoiceNumber, state, message, amountCents }): Fact => [
            invoiceNumber,
            state === 'failed' ? message : formatMoney(amountCents, 'USD'),
            next?.get(invoiceNumber) ?? '',
          ]),
        },
      ]
