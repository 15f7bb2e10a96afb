import { formatDay } from '@portal/domain/kernel/day'
import type { TakenLicenses } from '@portal/domain/licenses/license-meant'
import type { HeldLicense, Product } from '@portal/domain/licenses/licenses.schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchable } from '../kernel/search-params.ts'
import { today } from '../kernel/today.ts'
import { useSettled } from '../kernel/useSettled.ts'
import { usePortal } from '../session/useSession.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { QueryError } from '../ui/ErrorState.tsx'
import { pageRange } from '../ui/page-range.ts'
import { Pager } from '../ui/Pager.tsx'
import { SearchInput } from '../ui/SearchField.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { nextWords, sinceWords } from './order-words.ts'
import css from './HeldLicenses.module.css'
import { heldQuery, pageSize, productsQuery } from './licenses.api.ts'

interface HeldLicensesProps {
  /** What the chosen license is for. */
  action: 'Change' | 'Cancel'
  /** The licenses that items of the current order already affect. */
  taken: TakenLicenses
  onChoose: (held: HeldLicense, product: Product) => void
}

/** The licenses that the company has by its orders, as a start for an item. */
export function HeldLicenses({ action, taken, onChoose }: HeldLicensesProps) {
  const { accountId } = usePortal().company
  const [typed, type] = useState('')
  const [page, setPage] = useState(1)
  const search = useSettled(searchable(typed).trim(), 250)
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
            placeholder="Search your licenses"
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
          <QueryError query={held} text="Failed to load your licenses." />
        ) : data.rows.length === 0 ? (
          <p className={css.none}>
            {search
              ? 'No license matches the search.'
              : 'No licenses have been ordered yet. Choose a product below and enter the license.'}
          </p>
        ) : (
          <ul className={css.rows}>
            {data.rows.map((license) => (
              <HeldRow
                key={license.licenseId}
                license={license}
                action={action}
                item={taken.get(license.licenseId)}
                product={products?.get(license.productSku)}
                onChoose={onChoose}
              />
            ))}
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

interface HeldRowProps {
  license: HeldLicense
  action: HeldLicensesProps['action']
  /** The number of the order's item that affects the license. */
  item: number | undefined
  product: Product | undefined
  onChoose: HeldLicensesProps['onChoose']
}

function HeldRow({ license, action, item, product, onChoose }: HeldRowProps) {
  const { productName, networkName, userName, coveredCompany, ipAddress, next } = license
  const whose = [networkName, userName, coveredCompany].filter(Boolean).join(' · ')
  const since = sinceWords(license.startsOn, today())
  return (
    <li>
      <div className={css.words}>
        <strong>{productName}</strong>
        <span>{[whose, ipAddress].filter(Boolean).join(' · ')}</span>
        {next && <span>{nextWords(license, next)}</span>}
      </div>
      <span className={css.since}>
        {license.endsOn ? <Badge tone="warn">Ends {formatDay(license.endsOn)}</Badge> : since}
        {item !== undefined && <Badge tone="accent">In this order</Badge>}
      </span>
      <Button
        size="small"
        aria-label={`${action} ${productName}, ${[whose, since].filter(Boolean).join(', ')}`}
        disabledReason={refusal(license, item, product)}
        onClick={() => product && onChoose(license, product)}
      >
        {action}
      </Button>
    </li>
  )
}

function refusal({ endsOn }: HeldLicense, item: number | undefined, product: Product | undefined) {
  if (endsOn) return 'This license is already cancelled.'
  if (item !== undefined) return `This license is already in this order, in item ${item}.`
  return !product && 'This product is no longer offered.'
}
