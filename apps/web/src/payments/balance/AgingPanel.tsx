import { formatMoney } from '@portal/domain/kernel/money'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { QueryBanner } from '../../ui/ErrorState.tsx'
import { Money } from '../../ui/Money.tsx'
import { Row, Text } from '../../ui/parts.tsx'
import skeleton from '../../ui/Skeleton.module.css'
import { useIsPrinted } from '../../ui/useIsPrinted.ts'
import { narrow, useMedia } from '../../ui/useMedia.ts'
import { agingQuery } from './aging.api.ts'
import css from './AgingPanel.module.css'
import { lateCents, overdueCents, sumsByCurrency } from './aging-sums.ts'
import { AgingBar, AgingTable } from './AgingTable.tsx'

interface AgingPanelProps {
  accountId: string
  /** While false, only a placeholder is shown, so that more important content appears first. */
  isShown: boolean
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** Shown below the table. */
  children: ReactNode
}

/** The company's balance in one line, which opens into a table by age and currency. */
export const AgingPanel = memo(function AgingPanel(props: AgingPanelProps) {
  const { accountId, isShown, onOpen, children } = props
  const isPrinted = useIsPrinted()
  const isOpen = props.isOpen || isPrinted
  // Screen readers also read the text that does not fit on a phone.
  const unlessWide = useMedia(narrow) ? 'sr-only' : ''
  const aging = useQuery(agingQuery(accountId))
  if (aging.isPending || !isShown)
    return (
      <Row tone="faint" className={css.place} data-edge role="status">
        <span className={skeleton.late}>loading....</span>
      </Row>
    )
  if (!aging.data) return <QueryBanner query={aging}>Failed to fetch aging data.</QueryBanner>
  const sums = sumsByCurrency(aging.data)
  const [first] = sums
  if (!first)
    return (
      <Row tone="faint" className={css.place} data-edge>
        No balance data available.
      </Row>
    )
  const overdue = sums.filter((sum) => overdueCents(sum) > 0)
  return (
    <section className={css.panel} data-edge aria-label="Balance by age">
      <button
        type="button"
        className={css.line}
        data-print
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <Text tone="faint" className={`${css.label} ${unlessWide}`}>
          Remaining balance due
        </Text>
        {sums.map((sum, nth) => (
          <Text
            as="strong"
            weight={500}
            key={sum.currency}
            className={`${css.sum} ${nth > 0 ? unlessWide : ''}`}
          >
            <Money cents={sum.totalCents} currency={sum.currency} />
          </Text>
        ))}
        {sums.length > 1 && (
          <Text tone="faint" className={css.more} aria-hidden>
            and {sums.length - 1} more
          </Text>
        )}
        <Row as="span" justify="end" className={css.age} data-screen>
          <AgingBar sum={first} />
          {overdue.length > 0 && (
            <Badge tone={overdue.some((sum) => lateCents(sum) > 0) ? 'danger' : 'warn'}>
              <span className={overdue.length > 1 ? unlessWide : undefined}>
                {overdue
                  .slice(0, 2)
                  .map((sum) => formatMoney(overdueCents(sum), sum.currency))
                  .join(' + ')}
                {overdue.length > 2 && ' + …'} overdue
              </span>
              {overdue.length > 1 && (
                <Text tone="faint" className={css.more} aria-hidden>
                  Overdue
                </Text>
              )}
            </Badge>
          )}
          <ChevronDown size={16} aria-hidden />
        </Row>
      </button>
      {isOpen && (
        <div className={css.opened}>
          <AgingTable
            caption="Balance by age and currency"
            header="Currency"
            total="Remaining balance due"
            rows={sums.map((sum) => ({ key: sum.currency, title: sum.currency, sum }))}
          />
          {children}
        </div>
      )}
    </section>
  )
})
