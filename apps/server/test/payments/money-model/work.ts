import { resolveInvoice } from '../../../src/invoices/resolve-invoice.ts'
import { autoPayBounds } from '../../../src/payments/autopay/autopay-bounds.ts'
import { resumeBatches } from '../../../src/payments/batch/resume-batches.ts'
import { postPayments } from '../../../src/payments/charge/post-payments.ts'
import { reconcile } from '../../../src/payments/charge/reconcile.ts'
import { takeOrKeep } from '../../../src/payments/events/take-event.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { systemAuthor } from '../../../src/platform/history/history.ts'
import { takeProviderEvent } from '../../../src/take-provider-event.ts'
import { isNamed, noticeOf, succeeded, type Company } from './company.ts'
import type { World } from './world.ts'

/** Expires the leases of the company, and runs the workers' rounds of a few seconds. */
export async function work(world: World, { accountId }: Company, workers: number): Promise<void> {
  const { portal } = world
  for (const table of ['payment_attempt', 'payment_batch'])
    await portal.system.query(
      `update ${table} set lease_until = now() - interval '1 hour' where account_id = $1`,
      [accountId],
    )
  await Promise.all(Array.from({ length: workers }, () => workOnce(world)))
}

export async function workOnce({ portal }: World): Promise<void> {
  const { deps, system } = portal
  await reconcile(deps, system)
  await resumeBatches(deps, system, autoPayBounds)
  await postPayments(system, deps.config.posting)
}

/** Time passes for the payments of a company, or of all. */
export async function pass(
  { portal }: World,
  company: Company | null,
  minutes: number,
): Promise<void> {
  await portal.system.query(
    `update payment_attempt
        set created_at = created_at - make_interval(mins => $2),
            settled_at = settled_at - make_interval(mins => $2),
            lease_until = lease_until - make_interval(mins => $2)
      where account_id = coalesce($1, account_id)`,
    [company?.accountId ?? null, minutes],
  )
}

/**
 * Delivers webhooks of the company: the chosen ones, counted from the newest, some twice and in any
 * order, or all. Others are lost until the list of events is read.
 */
export async function deliver(
  world: World,
  company: Company,
  which: readonly number[],
): Promise<void> {
  const intents = new Set([...company.payments.values()].map(({ intentId }) => intentId))
  const ours = (await world.events()).filter(
    ({ accountId, paymentId, objectId }) =>
      accountId === company.accountId || intents.has(paymentId ?? objectId),
  )
  const chosen = which.length
    ? which.flatMap((nth) => ours.at(-1 - (nth % ours.length)) ?? [])
    : ours
  const { deps } = world.portal
  await Promise.all(
    // The provider redelivers events that were not accepted.
    chosen.map((event) => takeOrKeep(deps, event, takeProviderEvent).catch(() => undefined)),
  )
  if (which.length === 0)
    for (const { back } of company.payments.values())
      for (const one of back) company.noticed.add(noticeOf(one))
}

/** A person explains the balance of the newest record. */
export async function resolve(world: World, company: Company, invoice: number): Promise<void> {
  if (isNamed(company)) return
  const { contained } = company.sent[invoice]!
  const own = succeeded(company).filter((one) => one.invoice === invoice)
  if (own.length === 0 && contained.size === 0) return
  const named = new Map([...own.map(({ id }) => [id, 0] as const), ...contained])
  const order = {
    invoiceNumber: company.numbers[invoice]!,
    accountId: company.accountId,
    contained: named,
    authorIn: (company: string) => systemAuthor(company, 'Model'),
  }
  const result = await inTransaction(world.portal.system, (tx) => resolveInvoice(tx, order))
  // A payment that is not booked here yet cannot be named.
  if ('balance' in result) company.resolved[invoice] = named
  else company.trail.push(`  -> ${result.problem}`)
}
