import { toCents } from '@portal/domain/kernel/money'
import type { PriceTotal } from '@portal/domain/licenses/licenses.schema'
import { basisWords } from '@portal/domain/licenses/monthly-effect'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { usePortal } from '../../session/useSession.ts'
import { ExportButtons } from '../../ui/ExportButtons.tsx'
import { Money } from '../../ui/Money.tsx'
import { Muted, Row, Text } from '../../ui/parts.tsx'
import css from './HeldTotals.module.css'
import type { HeldSearch } from '../licenses-search.ts'
import { fetchHeld, heldCostsQuery } from '../licenses.api.ts'

interface HeldTotalsProps {
  search: HeldSearch
  /** At the end of the line. */
  children?: ReactNode
}

/** The line between the filters and the list: the cost of the listed licenses. */
export function HeldTotals({ search, children }: HeldTotalsProps) {
  return (
    <Row justify="between" wrap className={css.standing} data-edge>
      <Totals search={search} />
      {children}
    </Row>
  )
}

/** The monthly cost of the licenses that match, and the number of licenses without a price. */
function Totals({ search }: { search: HeldSearch }) {
  const { accountId } = usePortal().company
  const { data: costs } = useQuery(heldCostsQuery(accountId, search))
  if (!costs || costs.count === 0) return null
  const { totals, unpriced, isProvided } = costs
  const [first, ...others] = totals
  const isOneBasis = others.every(({ basis }) => basis === first?.basis)
  return (
    <Row align="baseline" wrap className={css.totals}>
      <Muted>A month</Muted>
      {totals.map(({ currencyIsoCode: currency, amount, basis }) => (
        <Fragment key={currency}>
          <Text as="strong" size={3}>
            <Money cents={toCents(amount, currency)} currency={currency} />
          </Text>
          {!isOneBasis && <Muted>{basisWords[basis]}</Muted>}
        </Fragment>
      ))}
      {unpriced > 0 && <Muted>{unpriced.toLocaleString('en-US')} without any price</Muted>}
      {isOneBasis && <small>{sourceText(isProvided, first?.basis)}</small>}
    </Row>
  )
}

/** The source of the licenses and of the prices. */
function sourceText(isProvided: boolean, basis: PriceTotal['basis'] = 'records'): string {
  if (!isProvided) return 'By your orders, at list prices.'
  return {
    records: 'By our records.',
    list: 'By our records, at list prices.',
    both: 'By our records, some at list prices.',
  }[basis]
}

/** Downloads the licenses that match; on a phone it is below the filters. */
export function HeldExport({ search }: { search: HeldSearch }) {
  const { accountId } = usePortal().company
  const { data: costs } = useQuery(heldCostsQuery(accountId, search))
  return (
    <ExportButtons count={costs?.count} fetch={(format) => fetchHeld(accountId, search, format)} />
  )
}
