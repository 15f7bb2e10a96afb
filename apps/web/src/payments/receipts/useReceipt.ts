import { useCallback } from 'react'
import { useSaveFile } from '../../ui/useSaveFile.ts'
import { fetchReceipt } from './payment-history.api.ts'

/** Downloads the receipt of a payment, one at a time. */
export function useReceipt(accountId: string) {
  const { mutate, isPending } = useSaveFile((id: string) => fetchReceipt(accountId, id))
  return useCallback((id: string) => !isPending && mutate(id), [mutate, isPending])
}
