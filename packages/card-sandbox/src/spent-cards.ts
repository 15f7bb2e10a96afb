import type { PaymentMethodRecord } from './state/records.ts'
import { refused } from './wire/api-error.ts'

const why =
  'was previously used without being attached to a Customer, or was detached from one. It cannot be used again'

/** The provider lets go of a card for good when it is detached, or when it paid without being saved. */
export function refuseSpent(method: PaymentMethodRecord) {
  if (method.isSpent)
    throw refused(`This PaymentMethod ${why}: attach a card to a Customer to use it many times.`)
}

/** What an intent remembers when its card was detached between creation and confirmation. */
export const spentError = {
  type: 'invalid_request_error' as const,
  message: `The PaymentMethod on this PaymentIntent ${why}. You can confirm with another PaymentMethod.`,
}
