import { toCents } from '@portal/domain/kernel/money'
import { notAppliedQuestion } from '@portal/domain/payments/not-applied'
import { useQuery } from '@tanstack/react-query'
import { notAppliedQuery } from './charges.api.ts'

/** What the payer must confirm while money is not applied yet. For a single invoice the server requires it too. */
export function useNotApplied(accountId: string) {
  const { data } = useQuery(notAppliedQuery(accountId))
  if (!data) return undefined
  const { at, invoiceNumbers, amount } = data
  return { at, question: notAppliedQuestion({ invoiceNumbers, cents: toCents(amount, 'USD') }) }
}
