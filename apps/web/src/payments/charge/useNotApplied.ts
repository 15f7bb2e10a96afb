import { useQuery } from '@tanstack/react-query'
import { notAppliedQuery } from './charges.api.ts'

/** Money that is not applied, which the payer must confirm. When paying one invoice, the server requires it too. */
export function useNotApplied(accountId: string, invoiceId?: string) {
  return useQuery(notAppliedQuery(accountId, invoiceId)).data
}
