import { formatMoney } from '@portal/domain/kernel/money'
import type { AgingBuckets } from '@portal/domain/payments/aging.schema'
import { Card } from '../ui/Card.tsx'
import { agingSum } from './aging-sums.ts'
import { AgingBar } from './AgingBar.tsx'
import css from './BalancePanel.module.css'

interface BalancePanelProps {
  title: string
  currency: string
  buckets: AgingBuckets
}

export function BalancePanel({ title, currency, buckets }: BalancePanelProps) {
  const sum = agingSum(currency, buckets)
  return (
    <Card>
      <header className={css.head}>
        <h2>{title}</h2>
        <p>
          Remaining balance Due{' '}
          <strong data-due={sum.totalCents > 0}>{formatMoney(sum.totalCents, currency)}</strong>
        </p>
      </header>
      <AgingBar sum={sum} />
    </Card>
  )
}
