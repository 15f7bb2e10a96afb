import { isolated } from '@portal/domain/kernel/isolated'
import type { Aging } from '@portal/domain/payments/aging.schema'
import { mayUse } from '@portal/domain/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { usePortal } from '../../session/useSession.ts'
import { Instant } from '../../ui/Instant.tsx'
import { EmptyState, QueryError } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Text } from '../../ui/parts.tsx'
import { BackLink } from '../../ui/page/PathLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { agingSum, balancePrefix, balanceTitle, sumsByCurrency } from './aging-sums.ts'
import { agingQuery } from './aging.api.ts'
import { AgingTable, type AgingRow } from './AgingTable.tsx'

export function BalanceScreen() {
  const { me, company } = usePortal()
  const aging = useQuery(agingQuery(company.accountId))
  const rows = aging.data && balanceRows(aging.data)
  return (
    <Page
      title="Balance Breakdown"
      // The server computed the balance when it was requested.
      subtitle={
        rows && (
          <>
            As of <Instant at={new Date(aging.dataUpdatedAt).toISOString()} />
            {aging.data.isOfVisible && ', of the invoices you may see'}
          </>
        )
      }
      above={
        mayUse(me, 'PayInvoices') ? (
          <BackLink path="/payments">Payments</BackLink>
        ) : (
          <BackLink path="/invoices">All Invoices</BackLink>
        )
      }
    >
      {aging.isPending ? (
        <Skeleton lines={4} lineHeight={44} label="Loading the balance breakdown" />
      ) : !rows ? (
        <QueryError query={aging} text="Failed to fetch aging data." />
      ) : rows.length === 0 ? (
        <EmptyState icon={<Scale size={24} aria-hidden />} text="No balance data available." />
      ) : (
        <>
          <div data-edge>
            <AgingTable
              caption="Balance Breakdown"
              header="Subsidiary and currency"
              total="Remaining balance Due"
              rows={rows}
              isColored
              canFold
            />
          </div>
          <Text as="p" size={1} tone="faint">
            “Other” contains credits and charges without a due date. Amounts of different currencies
            are never added.
          </Text>
        </>
      )}
    </Page>
  )
}

/** A row per subsidiary and currency, by currency; below the rows of a currency their total. */
function balanceRows(aging: Aging): AgingRow[] {
  const { subsidiaries } = aging
  return sumsByCurrency(aging).flatMap((total) => {
    const { currency } = total
    // Subsidiaries with the same name stay separate; sums are never mixed.
    const rows = subsidiaries.flatMap((subsidiary) => {
      const buckets = subsidiary.currencies[currency]
      if (!buckets) return []
      return {
        key: `${subsidiary.code} ${currency}`,
        prefix: balancePrefix,
        title: balanceTitle(subsidiary.name, currency),
        // Distinguishes subsidiaries with the same name.
        note: isolated(subsidiary.code),
        sum: agingSum(currency, buckets),
      }
    })
    if (rows.length < 2) return rows
    return [...rows, { key: currency, title: `All ${currency}`, sum: total, isTotal: true }]
  })
}
