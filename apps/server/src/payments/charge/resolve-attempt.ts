import type { Deps } from '../../deps.ts'
import { applyAlignment } from './apply-alignment.ts'
import { findIntentsOf, type Difference } from './compare-with-provider.ts'

/** The outcome of reconciling one payment with the provider. */
export type BroughtIntoLine =
  | { difference: Difference; status: string }
  /** Nothing was changed: the attempt has a second intent, or an error occurred. */
  | { difference: Difference; problem: string }

/** Reconciles one payment of the provider with its row, and returns the outcome. */
export async function settleDifference(
  deps: Deps,
  difference: Difference,
): Promise<BroughtIntoLine> {
  try {
    const { status } = await applyAlignment(deps, difference.intent, 'reconciler')
    const { row, intent } = difference
    const isSecond = row?.intentId && row.intentId !== intent.id && status !== 'canceled'
    return isSecond ? { difference, problem: 'a second intent' } : { difference, status }
  } catch (error) {
    return { difference, problem: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Fetches the payments of one attempt from the provider and reconciles each; an empty result means that there are none.
 * For `accountId` see `findIntentsOf`.
 */
export async function resolveAttempt(
  deps: Deps,
  attemptId: string,
  accountId?: string,
): Promise<BroughtIntoLine[]> {
  const settled: BroughtIntoLine[] = []
  for (const difference of await findIntentsOf(deps.db, deps.cards, attemptId, accountId))
    settled.push(await settleDifference(deps, difference))
  return settled
}
