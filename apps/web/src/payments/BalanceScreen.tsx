import type { Aging } from '@portal/domain/payments/aging.schema'
import { mayUse } from '@portal/domain/session/permissions'
import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { supportIdOf } from '../api/call-failed.ts'
import { usePortal } from '../session/useSession.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { agingQuery } from './aging.api.ts'
import { balanceTitle } from './balance-title.ts'
import { BalancePanel } from './BalancePanel.tsx'

export function BalanceScreen() {
  const { me, company } = usePortal()
  const aging = useQuery(agingQuery(company.accountId))
  return (
    <Page
      title="Balance Breakdown"
      above={
        mayUse(me, 'PayInvoices') ? (
          <BackLink path="/payments">Payments</BackLink>
        ) : (
          <BackLink path="/invoices">All Invoices</BackLink>
        )
      }
    >
      {aging.isPending ? (
        <Card flush>
          <Skeleton lines={4} lineHeight={56} label="Loading the balance breakdown" />
        </Card>
      ) : !aging.data ? (
        <Card flush>
          <ErrorState
            text="Failed to fetch aging data."
            supportId={supportIdOf(aging.error)}
            busy={aging.isFetching}
            onRetry={() => void aging.refetch()}
          />
        </Card>
      ) : (
        <Panels subsidiaries={aging.data.subsidiaries} />
      )}
    </Page>
  )
}

function Panels({ subsidiaries }: Aging) {
  // One panel per subsidiary and currency: two of one name stay two, sums never mix.
  const panels = subsidiaries.flatMap((subsidiary) =>
    Object.entries(subsidiary.currencies).map(([currency, buckets]) => (
      <BalancePanel
        key={`${subsidiary.code} ${currency}`}
        title={balanceTitle(subsidiary, currency, subsidiaries)}
        currency={currency}
        buckets={buckets}
      />
    )),
  )
  if (panels.length) return panels
  return (
    <Card flush>
      <EmptyState icon={<Scale size={24} aria-hidden />} text="No balance data available." />
    </Card>
  )
}
