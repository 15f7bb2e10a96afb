import { useQuery } from '@tanstack/react-query'
import { notAppliedQuery } from './charges.api.ts'

/** What the payer of all invoices or of one must confirm: money that is not applied. For one, the server requires it too. */
export function useNotApplied(accountId: string, invoiceId?: string) {
  return useQuery(notAppliedQuery(accountId, invoiceId)).data
}
