import { useQueryClient } from '@tanstack/react-query'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import {
  currentBatchQuery,
  payAllInvoices,
  refreshBooks,
  type PayAllOptions,
} from './charges.api.ts'
import { useIdempotencyKey } from './idempotency-key.ts'

/** Starts paying all; the batch it answers with is followed from then on. */
export function usePayAll(accountId: string, asked: PayAllOptions, onStarted: () => void) {
  const client = useQueryClient()
  const { key, afterAnswer } = useIdempotencyKey()
  const { queryKey } = currentBatchQuery(accountId)
  const payment = useSingleMutation({
    mutationFn: (cardId: string | undefined) =>
      payAllInvoices(accountId, key, { ...asked, cardId }),
    onSuccess: async (batch) => {
      // An answer to an older question must not overwrite this one.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, batch)
      onStarted()
    },
    onSettled: (_, error) => {
      afterAnswer(error)
      void refreshBooks(client, accountId)
    },
  })
  return {
    busy: payment.isPending,
    error: payment.error,
    start: (cardId: string | undefined) => payment.mutate(cardId),
  }
}
