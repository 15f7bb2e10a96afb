import type { Deps } from '../../deps.ts'
import type { ChargeState } from '../../providers/cards/card-provider.ts'
import type { Attempt, Outcome } from './attempt.ts'

/** Minutes a payment waits for its payer to answer the bank; afterwards the invoice is free again. */
export const authenticationMinutes = 15

type Failure = { code: string; message: string }

const unanswered: Failure = {
  code: 'authentication_abandoned',
  message: 'The question of your bank was not answered in time. You have not been charged.',
}
const replaced: Failure = {
  code: 'authentication_replaced',
  message: 'It was begun anew before the bank was answered. You have not been charged.',
}
export const endings = { unanswered, replaced }

/** What a charge's state at the provider means for its attempt. */
export async function outcomeOf(
  deps: Pick<Deps, 'cards'>,
  attempt: Attempt,
  charge: ChargeState,
): Promise<Outcome> {
  const { providerId } = charge
  if (charge.state === 'open') return { state: 'unknown', providerId }
  if (charge.state === 'succeeded') return charge
  if (charge.state === 'requires_action')
    return attempt.onSession ? charge : endCharge(deps, providerId, nobodyThere)
  const { code, message } = charge
  // The payer's browser may hold the secret: nothing is failed here that could still be paid there.
  if (attempt.onSession && charge.canGoOn) return endCharge(deps, providerId, { code, message })
  return { state: 'failed', providerId, ...reasonFor({ code, message }) }
}

const nobodyThere: Failure = { code: 'authentication_required', message: '' }

/** Tells the bank's wish for the card's holder in words that lead on; other reasons stay as they are. */
export function reasonFor({ code, message }: Failure): Failure {
  if (code !== 'authentication_required') return { code, message }
  return {
    code,
    message: 'Your bank wants you to confirm this payment. Pay this invoice by itself to do so.',
  }
}

/** Ends a charge at the provider, which decides alone whether it was paid a moment before. */
export async function endCharge(
  { cards }: Pick<Deps, 'cards'>,
  providerId: string,
  failure: Failure,
): Promise<Outcome> {
  const ended = await cards.cancelCharge(providerId)
  if (ended.state === 'failed' && !ended.canGoOn)
    return { state: 'failed', providerId, ...reasonFor(failure) }
  return ended.state === 'succeeded' ? ended : { state: 'unknown', providerId }
}
