import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import { CallFailed } from '../api/call-failed.ts'

/** The provider said no in the browser, in its own words: to the card's entry, or after the bank was asked. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'

  constructor(
    readonly step: 'token' | 'bank',
    readonly reason: StripeError,
  ) {
    super(reason.message ?? 'The card could not be used. Please use another card.')
  }
}

/** The card's number goes from the provider's frame to the provider; what comes back stands for it, once. */
export async function tokenOf(stripe: Stripe, card: StripeCardElement): Promise<string> {
  const { token, error } = await stripe.createToken(card)
  if (token) return token.id
  throw new ProviderRefusal('token', error)
}

/** Lets the bank ask the card's holder; the id with which the card is then saved. */
export async function passBank(stripe: Stripe, clientSecret: string): Promise<string> {
  const { setupIntent, error } = await stripe.handleNextAction({ clientSecret })
  if (setupIntent) return setupIntent.id
  throw new ProviderRefusal('bank', error ?? { type: 'api_error' })
}

/** What is wrong with the entry itself, which is said at the field. */
export function entryProblem(error: Error | null): string | undefined {
  const isEntry = error instanceof ProviderRefusal && error.reason.type === 'validation_error'
  return isEntry ? error.message : undefined
}

/** What to tell in the dialog: everything that is not about the entry. */
export function addCardFailure(error: Error | null): string | undefined {
  if (!error || entryProblem(error) !== undefined) return undefined
  if (error instanceof ProviderRefusal) return error.message
  // Only a declined card comes with the provider's own sentence.
  if (error instanceof CallFailed && error.status === 402 && error.message) return error.message
  return 'Failed to add card. Please try again.'
}
