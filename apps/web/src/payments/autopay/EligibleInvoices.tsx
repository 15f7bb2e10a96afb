import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../api/call-failed.ts'
import { QueryBanner } from '../../ui/ErrorState.tsx'
import { Muted } from '../../ui/parts.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { unpaidInvoicesQuery } from '../autopay.api.ts'
import css from './AutoPayDialogs.module.css'
import { UnpaidTable } from './UnpaidTable.tsx'

/** The invoices that AutoPay plans to charge, for a dialog. */
export function EligibleInvoices({ accountId, none }: { accountId: string; none: string }) {
  const eligible = useQuery(unpaidInvoicesQuery(accountId, 'eligible'))
  if (eligible.isPending) return <Loading />
  if (!eligible.data)
    return (
      <QueryBanner query={eligible}>{failureText(eligible.error, 'An error occurred')}</QueryBanner>
    )
  if (eligible.data.length === 0) return <Muted as="p">{none}</Muted>
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className={css.invoices} tabIndex={0} role="region" aria-label="Invoices">
      <UnpaidTable invoices={eligible.data} />
    </div>
  )
}
