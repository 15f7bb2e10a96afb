import type { PaymentMethodRecord } from './state/records.ts'
import { refused } from './wire/api-error.ts'

const why =
  'was previously used without being attached to a Customer, or was detached from one. It cannot be used again'

/** At the provider, a card can never be used again after it was detached, or after it paid without being saved. */
export function refuseSpent(method: PaymentMethodRecord) {
  if (method.isSpent)
    throw refused(`This PaymentMethod ${why}: attach a card to a Customer to use it many times.`)
}

/** The last error of an intent whose card was detached between creation and confirmation. */
export const spentError = {
  type: 'invalid_request_error' as const,
  message: `The PaymentMethod on this PaymentIntent ${why}. You can confirm with another PaymentMethod.`,
}
