import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { CallFailed } from '../api/call-failed.ts'

/** The payment still waits for its payer; nothing has been charged, and paying again goes on with it. */
class BankUnanswered extends CallFailed {
  override name = 'BankUnanswered'

  constructor(wasShown: boolean) {
    super(
      402,
      wasShown
        ? 'Your bank has not been answered, so nothing was charged. Press Pay to see its question again.'
        : 'The question of your bank could not be shown, so nothing was charged. Please try again.',
    )
  }
}

/**
 * Pays, and lets the card's bank ask its holder where it wants to. Whatever came of that is not believed here: the
 * server is asked again, which looks at the charge itself.
 */
export async function payWithBank(
  pay: (paymentId?: string) => Promise<PaymentAnswer>,
  showBank: (clientSecret: string) => Promise<unknown>,
): Promise<PaymentAnswer> {
  const asked = await pay()
  if (asked.clientSecret === undefined) return asked
  const wasShown = await showBank(asked.clientSecret).then(
    () => true,
    () => false,
  )
  const answer = await pay(asked.id)
  if (answer.clientSecret !== undefined) throw new BankUnanswered(wasShown)
  return answer
}
