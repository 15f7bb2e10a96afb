import type { InvoiceDifference } from '@portal/domain/changes/changes.schema'
import { monthName } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { signedMoney, toCents, type Cents } from '@portal/domain/kernel/money'
import { useQuery } from '@tanstack/react-query'
import { usePortal } from '../session/useSession.ts'
import { differenceQuery } from './changes.api.ts'

interface ChangeFigureProps {
  invoiceId: string
  amountCents: Cents
  currency: string
}

/** By how much an invoice of a list differs from the one it continues; a dash if it continues none. */
export function ChangeFigure({ invoiceId, amountCents, currency }: ChangeFigureProps) {
  const { accountId } = usePortal().company
  const { data } = useQuery(differenceQuery(accountId, invoiceId))
  if (!data) return null
  // Compared with another amount: an import has changed the invoice since the list was read.
  if (data.difference === null || toCents(data.amount, currency) !== amountCents)
    return <span>–</span>
  return (
    <span title={comparedWith(data)}>
      {signedMoney(toCents(data.difference, currency), currency)}
    </span>
  )
}

const comparedWith = ({ before }: InvoiceDifference) =>
  `Compared with ${before
    .map(
      ({ invoiceNumber, serviceMonth }) =>
        `${isolated(invoiceNumber)} of ${monthName(serviceMonth)}`,
    )
    .join(' and ')}`
