import { useQueryClient } from '@tanstack/react-query'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { payInvoice, refreshBooks } from './charges.api.ts'
import { useIdempotencyKey } from './idempotency-key.ts'
import { payWithBank } from './pay-with-bank.ts'
import { useBank } from './useBank.ts'

/**
 * Pays one invoice once: however often it is pressed, one request is under way. `asked` names what the payer is asked
 * about: the `moneyBack.at` of the invoice, and the `at` of money not applied.
 */
export function usePayInvoice(
  accountId: string,
  invoiceId: string,
  asked: { payAgainAfter?: string | undefined; notAppliedUntil?: string | undefined },
) {
  const client = useQueryClient()
  const { key, afterAnswer } = useIdempotencyKey()
  const { isAtBank, showBank } = useBank()

  const payment = useSingleMutation({
    mutationFn: (cardId: string | undefined) =>
      payWithBank(
        (paymentId) => payInvoice(accountId, invoiceId, key, { paymentId, cardId, ...asked }),
        showBank,
      ),
    onSettled: (_, error) => {
      afterAnswer(error)
      // Also after a refusal: somebody else may have paid it meanwhile.
      void refreshBooks(client, accountId)
    },
  })
  return {
    busy: payment.isPending,
    isAtBank,
    error: payment.error,
    answer: payment.data,
    start: (cardId: string | undefined) => payment.mutate(cardId),
  }
}
