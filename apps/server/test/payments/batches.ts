import sql from 'sql-template-tag'
import type { Attempt } from '../../src/payments/charge/attempt.ts'
import { findRun, type BatchRun } from '../../src/payments/batch/batch-run.ts'
import { batchItems, insertBatch, takeBatch } from '../../src/payments/batch/batches.queries.ts'
import { fillBatch, planPayAll } from '../../src/payments/batch/plan-pay-all.ts'
import { autoPayAuthor } from '../../src/payments/autopay/run-autopay.ts'
import { withAccount } from '../../src/platform/database/database.ts'
import { readInstanceId } from '../../src/platform/database/instance.ts'
import type { TestPortal } from '../portal/portal.ts'

/** Today's AutoPay charges this invoice of $100.00; returns the day. */
export async function givenDueToday(portal: TestPortal, accountId: string, invoiceId: string) {
  await portal.system.query(sql`
    insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms)
    select account_id, id, account_id, 'Ana', '::1', 'test', 'test' from portal_user where account_id = ${accountId}`)
  const { rows } = await portal.system.query<{ day: string }>(sql`
    insert into autopay_day (account_id, day) values (${accountId}, (now() at time zone 'UTC')::date) returning day`)
  const { day } = rows[0]!
  await portal.system.query(sql`
    insert into autopay_item (account_id, day, invoice_id, amount_cents, demand)
    values (${accountId}, ${day}, ${invoiceId}, 10000, 0)`)
  return day
}

/** Opts the customer out of AutoPay, whatever is in progress. */
export const optOut = (portal: TestPortal, accountId: string) =>
  portal.system.query(`update autopay_enrolment set ended_at = now() where account_id = $1`, [
    accountId,
  ])

/** An AutoPay run that may charge these balances in cents, one invoice each, and that no process works on. */
export async function givenAutoPayBatch(
  portal: TestPortal,
  accountId: string,
  balances: readonly number[],
): Promise<string> {
  for (const [at, balance] of balances.entries())
    await portal.given.invoice(accountId, `${accountId}-${at}`, { balance })
  return withAccount(portal.deps.paymentsDb, accountId, async (tx) => {
    const card = await tx.one<{ id: string }>(
      sql`select id from card where account_id = ${accountId}`,
    )
    const day = await tx.one<{ day: string }>(
      sql`select (portal_now() at time zone 'UTC')::date as day`,
    )
    const author = autoPayAuthor(accountId)
    const batchId = await insertBatch(tx, author, card!.id, 'autopay', { autoPayDay: day!.day })
    await fillBatch(tx, accountId, batchId!, await planPayAll(tx, author, null, 5_000_000))
    return batchId!
  })
}

/** Takes the batch, as a process that is about to work on it does. */
export function holdBatch(
  portal: TestPortal,
  accountId: string,
  batchId: string,
): Promise<BatchRun> {
  return withAccount(portal.deps.paymentsDb, accountId, async (tx) => {
    const hold = await takeBatch(tx, accountId, batchId)
    return findRun(tx, accountId, batchId, hold!)
  })
}

/** Returns the outcome of each item, in order: `paid`, `failed: why`. */
export async function itemsOf(portal: TestPortal, batchId: string): Promise<string[]> {
  const { rows } = await portal.system.query<{ item: string }>(sql`
    select state || coalesce(nullif(': ' || message, ': '), '') as item from ${batchItems} t
     where t.batch_id = ${batchId} order by position`)
  return rows.map(({ item }) => item)
}

/** Charges the opened payments and records nothing, like a holder that dies before the response arrives. */
export async function chargeAndDie({ deps }: TestPortal, attempt: Attempt): Promise<void> {
  const request = { ...attempt, attemptId: attempt.id, cardId: attempt.providerCardId! }
  const instance = await readInstanceId(deps.paymentsDb)
  const { id } = await deps.cards.createIntent({ ...request, instance })
  await deps.cards.confirmIntent(id, attempt.id, false)
}
