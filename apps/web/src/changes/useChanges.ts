import { useQuery } from '@tanstack/react-query'
import { changesQuery } from './changes.api.ts'

/** Why an invoice differs from another one. While another comparison loads, the previous one remains. */
export const useChanges = (accountId: string, invoiceNumber: string, against: string | undefined) =>
  useQuery({
    ...changesQuery(accountId, invoiceNumber, against),
    placeholderData: (last) => (last?.invoice.invoiceNumber === invoiceNumber ? last : undefined),
  })
