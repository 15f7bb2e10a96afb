import { formatMoney } from '@portal/domain/kernel/money'
import type { Aging } from '@portal/domain/payments/aging.schema'
import { Card } from '../ui/Card.tsx'
import { agingSum } from './aging-sums.ts'
import { AgingBar } from './AgingBar.tsx'
import css from './BalancePanel.module.css'

interface BalancePanelProps {
  subsidiary: Aging['subsidiaries'][number]
  currency: string
}

export function BalancePanel({ subsidiary, currency }: BalancePanelProps) {
  const wire = subsidiary.currencies[currency]
  if (!wire) return null
  const sum = agingSum(currency, wire)
  return (
    <Card>
      <header className={css.head}>
        <h2>{`Balance Breakdown - ${subsidiary.name} - ${currency}`}</h2>
        <p>
          Remaining balance Due{' '}
          <strong data-due={sum.totalCents > 0}>{formatMoney(sum.totalCents, currency)}</strong>
        </p>
      </header>
      <AgingBar sum={sum} />
    </Card>
  )
}
