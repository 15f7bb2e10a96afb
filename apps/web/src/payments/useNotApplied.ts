import { toCents } from '@portal/domain/kernel/money'
import { notAppliedQuestion } from '@portal/domain/payments/not-applied'
import { useQuery } from '@tanstack/react-query'
import { notAppliedQuery } from './charges.api.ts'

/** What the payer is asked while money is not applied to invoices yet. The server asks too, for a single invoice. */
export function useNotApplied(accountId: string) {
  const { data } = useQuery(notAppliedQuery(accountId))
  if (!data) return undefined
  const { at, invoiceNumbers, amount } = data
  return { at, question: notAppliedQuestion({ invoiceNumbers, cents: toCents(amount, 'USD') }) }
}
