import { autoPayBounds } from '../../src/payments/autopay/autopay-bounds.ts'
import { resumeBatches } from '../../src/payments/batch/resume-batches.ts'
import { postPayments } from '../../src/payments/charge/post-payments.ts'
import { reconcile } from '../../src/payments/charge/reconcile.ts'
import type { Company } from './company.ts'
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
