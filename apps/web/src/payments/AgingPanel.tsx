import { formatMoney } from '@portal/domain/kernel/money'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Segments } from '../ui/Segments.tsx'
import { agingQuery } from './aging.api.ts'
import { AgingBar } from './AgingBar.tsx'
import css from './AgingPanel.module.css'
import { sumsByCurrency } from './aging-sums.ts'

interface AgingPanelProps {
  accountId: string
  currency: string | undefined
  /** False keeps its place until what matters more is on the screen. */
  isShown: boolean
  onCurrency: (currency: string) => void
}

/** The company's balance by age, one currency at a time. */
export const AgingPanel = memo(function AgingPanel({
  accountId,
  currency,
  isShown,
  onCurrency,
}: AgingPanelProps) {
  const aging = useQuery(agingQuery(accountId))
  if (aging.isPending || !isShown)
    return (
      <div className={css.place} role="status">
        loading....
      </div>
    )
  if (!aging.data)
    return (
      <Banner
        tone="danger"
        role="alert"
        actions={
          <Button size="small" busy={aging.isFetching} onClick={() => void aging.refetch()}>
            Retry
          </Button>
        }
      >
        Failed to fetch aging data.
      </Banner>
    )
  const sums = sumsByCurrency(aging.data)
  const sum = sums.find((one) => one.currency === currency) ?? sums[0]
  if (!sum) return <div className={css.place}>No balance data available.</div>
  return (
    <Card label="Balance by age">
      <div className={css.panel}>
        <div>
          <div className={css.label}>
            Remaining balance due{sums.length > 1 ? '' : ` · ${sum.currency}`}
            {sums.length > 1 && (
              <Segments
                label="Currency of the balance"
                value={sum.currency}
                onChange={onCurrency}
                items={sums.map((one) => ({ value: one.currency, label: one.currency }))}
              />
            )}
          </div>
          <strong className={css.total}>{formatMoney(sum.totalCents, sum.currency)}</strong>
        </div>
        <AgingBar sum={sum} />
      </div>
    </Card>
  )
})
