import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { currentBatchQuery, refreshBooks, tellBatch } from './charges.api.ts'
import { useBank } from './useBank.ts'

/** What its payer can do with a batch that runs: answer the bank, or stop it. */
export function useBatch(accountId: string, { id }: PaymentBatch) {
  const client = useQueryClient()
  const { queryKey } = currentBatchQuery(accountId)
  // Whatever comes of it is not believed here: the server looks at the charge itself.
  const { isAtBank, showBank } = useBank()

  const telling = useSingleMutation({
    mutationFn: async (what: 'continue' | 'stop') => {
      const batch = await tellBatch(accountId, id, what)
      const clientSecret = batch.question?.clientSecret
      if (what === 'stop' || clientSecret === undefined) return batch
      await showBank(clientSecret)
      return tellBatch(accountId, id, 'continue')
    },
    onSuccess: async (batch) => {
      // An answer to an older question must not overwrite this one.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, batch)
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey })
      void refreshBooks(client, accountId)
    },
  })
  return {
    busy: telling.isPending,
    isAtBank,
    error: telling.error,
    answerBank: () => telling.mutate('continue'),
    stop: () => telling.mutate('stop'),
  }
}
