import type { Deps } from '../../deps.ts'
import type { Attempt } from '../charge/attempt.ts'
import type { BatchRun } from './batch-run.ts'
import { chargeAttempt } from '../charge/charge-attempt.ts'
import { OpenedAhead } from './opened-ahead.ts'
import { settleTogether } from './settle-together.ts'

/** Charges of one batch under way at the provider at once. */
const chargesAtOnce = 4

/**
 * Charges what is left of a batch, always so many at once: opening goes ahead of it and settling follows, both many
 * at a time. Comes back when everything it charged has been written down; throws when the batch had to be left.
 */
export async function chargeBatch(
  deps: Deps,
  run: BatchRun,
  adopted: readonly Attempt[],
): Promise<void> {
  const ahead = new OpenedAhead(deps, run, chargesAtOnce, [...adopted])
  const settler = settleTogether(deps, run.author.accountId)

  async function chargeOnAndOn(): Promise<void> {
    for (let attempt = await ahead.next(); attempt; attempt = await ahead.next()) {
      const outcome = await chargeAttempt(deps, attempt).catch((error: unknown) => {
        // One that cannot even be asked for is the reconciler's, and holds nobody up.
        deps.log.error({ err: error, attemptId: attempt?.id }, 'a charge could not be made')
        return undefined
      })
      await deps.checkpoint('charged')
      if (outcome) await settler.add({ attempt, outcome })
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: chargesAtOnce }, chargeOnAndOn))
  await settler.drained()
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
