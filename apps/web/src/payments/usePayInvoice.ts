import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { payInvoice, refreshBooks } from './charges.api.ts'
import { useIdempotencyKey } from './idempotency-key.ts'

/** Pays one invoice once: however often it is pressed, one request is under way. */
export function usePayInvoice(accountId: string, invoiceId: string) {
  const client = useQueryClient()
  const { key, afterAnswer } = useIdempotencyKey()
  const underWay = useRef(false)
  const payment = useMutation({
    mutationFn: () => payInvoice(accountId, invoiceId, key),
    onSettled: (_, error) => {
      underWay.current = false
      afterAnswer(error)
      // Also after a refusal: somebody else may have paid it meanwhile.
      void refreshBooks(client, accountId)
    },
  })
  return {
    busy: payment.isPending,
    error: payment.error,
    answer: payment.data,
    start: () => {
      if (underWay.current) return
      underWay.current = true
      payment.mutate()
    },
  }
}
