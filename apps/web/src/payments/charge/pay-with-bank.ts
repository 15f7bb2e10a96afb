import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { CallFailed } from '../../api/call-failed.ts'

/** The payment still waits for its payer. Nothing has been charged; paying again continues it. */
class BankUnanswered extends CallFailed {
  override name = 'BankUnanswered'

  constructor(wasShown: boolean) {
    super(
      402,
      wasShown
        ? 'You have not responded to your bank, so nothing was charged. Press Pay to respond now.'
        : 'Your bank’s request could not be shown, so nothing was charged. Please try again.',
    )
  }
}

/**
 * Pays, and shows the bank's question if the bank requires authentication. The browser's outcome is not trusted: the
 * server is called again and checks the charge itself.
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
