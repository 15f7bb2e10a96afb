import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { forEachAtOnce } from '../../platform/work/at-once.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AutoPayBounds } from './batch-run.ts'
import { runBatch } from './run-batch.ts'

const batchesAtOnce = 2
/** A high number, because batches that wait for a payer are released at once. */
const batchesTaken = 50

/** Takes over batches whose process died or left them. Returns the number of batches. */
export async function resumeBatches(
  deps: Deps,
  systemDb: Database,
  autoPay: AutoPayBounds,
): Promise<number> {
  const { rows } = await systemDb.query<{ accountId: string; id: string }>(sql`
    select account_id as "accountId", id from payment_batch
     where finished_at is null and lease_until <= now() order by lease_until limit ${batchesTaken}`)
  await forEachAtOnce(
    rows,
    batchesAtOnce,
    async ({ accountId, id }) => void (await runBatch(deps, accountId, id, autoPay)),
    (error, { id }) =>
      deps.log.error({ err: error, batchId: id }, 'a batch will be continued later'),
  )
  return rows.length
}
