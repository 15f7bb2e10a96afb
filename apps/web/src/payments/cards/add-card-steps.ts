import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import { CallFailed } from '../../api/call-failed.ts'

/** The provider refused in the browser, with the provider's message: the entry, or the authentication by the bank. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'

  constructor(
    readonly step: 'token' | 'bank',
    readonly reason: StripeError,
  ) {
    super(reason.message ?? 'The card could not be used. Please use another card.')
  }
}

/** Sends the card from the provider's frame to the provider. Returns a single-use token. */
export async function tokenOf(stripe: Stripe, card: StripeCardElement): Promise<string> {
  const { token, error } = await stripe.createToken(card)
  if (token) return token.id
  throw new ProviderRefusal('token', error)
}

/** Runs the bank's authentication. Returns the id with which to save the card. */
export async function passBank(stripe: Stripe, clientSecret: string): Promise<string> {
  const { setupIntent, error } = await stripe.handleNextAction({ clientSecret })
  if (setupIntent) return setupIntent.id
  throw new ProviderRefusal('bank', error ?? { type: 'api_error' })
}

/** The error of the entry, which is shown at the field. */
export function entryProblem(error: Error | null): string | undefined {
  const isEntry = error instanceof ProviderRefusal && error.reason.type === 'validation_error'
  return isEntry ? error.message : undefined
}

/** The error to show in the dialog: every failure except those of the entry. */
export function addCardFailure(error: Error | null): string | undefined {
  if (!error || entryProblem(error) !== undefined) return undefined
  if (error instanceof ProviderRefusal) return error.message
  if (error instanceof CallFailed && error.failureMessage) return error.failureMessage
  return 'Failed to add card. Please try again.'
}
