import { isolated } from '../kernel/isolated.ts'

/** The most recipients of one send. */
export const mostSendRecipients = 20

/** Completes a sentence that starts with an address: "books@x.example …". */
export const outsideLimitText =
  'has already received 10 emails on request today. Try again after midnight UTC'

/** Completes a sentence that starts with a name: "Paula Reyes …". */
export const leftOutReasons = {
  isOff: 'turned off these emails',
  unknown: 'is not a user or external recipient of the company',
  hidden: (invoiceNumber: string) => `may not see invoice ${isolated(invoiceNumber)}`,
}
