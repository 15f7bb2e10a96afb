import { formatDay } from '@portal/domain/kernel/day'
import type { HeldLicense, Product } from '@portal/domain/licenses/licenses.schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supportIdOf } from '../api/call-failed.ts'
import { useSettled } from '../kernel/useSettled.ts'
import { usePortal } from '../session/useSession.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { pageRange } from '../ui/page-range.ts'
import { Pager } from '../ui/Pager.tsx'
import { SearchInput } from '../ui/SearchField.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './HeldLicenses.module.css'
import { heldQuery, pageSize, productsQuery } from './licenses.api.ts'

interface HeldLicensesProps {
  /** What choosing one is for. */
  action: 'Change' | 'Cancel'
  onChoose: (held: HeldLicense, product: Product) => void
}

/** What the company holds by its orders, to begin an item with. */
export function HeldLicenses({ action, onChoose }: HeldLicensesProps) {
  const { accountId } = usePortal().company
  const [typed, type] = useState('')
  const [page, setPage] = useState(1)
  const search = useSettled(typed.trim(), 250)
  const held = useQuery(heldQuery(accountId, search, page))
  const { data: products } = useQuery(productsQuery(accountId))
  const { data } = held
  if (held.isPending) return <Skeleton lines={3} lineHeight={48} label="Loading your licenses" />
  return (
    <section aria-label="Your licenses" className={css.section}>
      <div className={css.head}>
        <h3>YOUR LICENSES</h3>
        {data && <span role="status">Total: {data.count.toLocaleString('en-US')}</span>}
        {(typed || (data?.count ?? 0) > 8) && (
          <SearchInput
            label="Search your licenses"
            placeholder="Search product, network or user"
            value={typed}
            onChange={(text) => {
              type(text)
              setPage(1)
            }}
          />
        )}
      </div>
      <Card flush>
        {!data ? (
          <ErrorState
            text="Failed to load your licenses."
            supportId={supportIdOf(held.error)}
            busy={held.isFetching}
            onRetry={() => void held.refetch()}
          />
        ) : data.rows.length === 0 ? (
          <p className={css.none}>
            {search
              ? 'No license matches the search.'
              : 'No license was ordered here yet. Choose a product below and name the license.'}
          </p>
        ) : (
          <ul className={css.rows}>
            {data.rows.map((license) => {
              const product = products?.get(license.productSku)
              const whose = [license.networkName, license.userName].filter(Boolean).join(' · ')
              return (
                <li key={license.id}>
                  <div className={css.words}>
                    <strong>{license.productName}</strong>
                    <span>{whose}</span>
                  </div>
                  <span className={css.since}>
                    {license.endsOn ? (
                      <Badge tone="warn">Ends {formatDay(license.endsOn)}</Badge>
                    ) : (
                      `since ${formatDay(license.startsOn)}`
                    )}
                  </span>
                  <Button
                    size="small"
                    aria-label={`${action} ${license.productName}, ${whose}`}
                    disabledReason={
                      license.endsOn
                        ? 'It is cancelled already.'
                        : !product && 'This product is no longer offered.'
                    }
                    onClick={() => product && onChoose(license, product)}
                  >
                    {action}
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </Card>
      {data && data.count > pageSize && (
        <Pager
          label="Pages of your licenses"
          range={pageRange(page, pageSize, data.rows.length)}
          page={page}
          isLast={page * pageSize >= data.count}
          busy={held.isPlaceholderData}
          onPage={setPage}
        />
      )}
    </section>
  )
}
