import type { Deps } from '../../deps.ts'
import { CardDecline, OutcomeUnknown } from '../../providers/cards/card-provider.ts'
import type { Attempt, Outcome } from './attempt.ts'
import { outcomeOf, reasonFor } from './outcome.ts'

/**
 * Asks the provider to charge an attempt, under the attempt's own key, with no database connection held.
 * Asking again is safe: the provider answers the same key with what it did the first time.
 */
export async function chargeAttempt(
  deps: Pick<Deps, 'cards' | 'log'>,
  attempt: Attempt,
): Promise<Outcome> {
  try {
    const charge = await deps.cards.charge({
      attemptId: attempt.id,
      accountId: attempt.accountId,
      invoiceId: attempt.invoiceId,
      invoiceNumber: attempt.invoiceNumber,
      customerId: attempt.customerId,
      cardId: attempt.providerCardId,
      amountCents: attempt.amountCents,
      onSession: attempt.onSession,
    })
    return await outcomeOf(deps, attempt, charge)
  } catch (error) {
    if (error instanceof CardDecline)
      return { state: 'failed', providerId: error.providerId, ...reasonFor(error) }
    if (!(error instanceof OutcomeUnknown)) throw error
    deps.log.warn({ err: error.cause, attemptId: attempt.id }, 'the outcome of a charge is unknown')
    return { state: 'unknown', providerId: null }
  }
}
