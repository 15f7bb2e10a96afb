import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import type { Product } from '@portal/domain/licenses/licenses.schema'
import { isSubscription, needsUserName } from '@portal/domain/licenses/line-items'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, PackageSearch, Plus } from 'lucide-react'
import { useState } from 'react'
import { usePortal } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/ErrorState.tsx'
import { Loaded } from '../../ui/page/Loaded.tsx'
import { Muted, Row, Text } from '../../ui/parts.tsx'
import { SearchInput } from '../../ui/fields/SearchField.tsx'
import { productsQuery } from '../licenses.api.ts'
import { byGroup } from './product-groups.ts'
import css from './ProductGrid.module.css'

interface ProductGridProps {
  /** The action that a press on a product starts. */
  action: 'Add' | 'Change' | 'Cancel'
  /** Selects the products to offer; without it, all. */
  only?: (product: Product) => boolean
  /** The heading of all products; if absent, each group has its own heading. */
  heading?: string
  /** The products that the current order adds. */
  ordered?: ReadonlySet<string>
  onChoose: (product: Product) => void
}

/** All products by group, with a search. */
export function ProductGrid({ action, only, heading, ordered, onChoose }: ProductGridProps) {
  const query = useQuery(productsQuery(usePortal().company.accountId))
  const [search, setSearch] = useState('')
  const offered = query.data && [...query.data.values()].filter(only ?? (() => true))
  return (
    <Loaded
      query={{ ...query, data: offered && byGroup(offered, search, heading) }}
      onPage
      lines={6}
      lineHeight={64}
      loading="Loading products"
      failed="Failed to load products."
    >
      {(groups) => (
        <>
          <Row gap={3} align="stretch">
            <SearchInput
              label="Search products"
              placeholder="Search products"
              value={search}
              onChange={setSearch}
            />
          </Row>
          {groups.length === 0 && (
            <Card flush>
              <EmptyState
                icon={<PackageSearch size={24} aria-hidden />}
                text="No Products Found"
                {...(search && {
                  note: 'No product matches the search.',
                  action: <Button onClick={() => setSearch('')}>Clear search</Button>,
                })}
              />
            </Card>
          )}
          {groups.map(([name, products]) => (
            <section key={name} aria-label={name}>
              <Muted as="h3" size={1} className={css.group}>
                {name.toUpperCase()}
              </Muted>
              <ul className={css.grid}>
                {products.map((product) => (
                  <li key={product.productId}>
                    <button type="button" className={css.product} onClick={() => onChoose(product)}>
                      <strong>{product.description}</strong>
                      <Row
                        as="span"
                        size={1}
                        tone="muted"
                        align="stretch"
                        wrap
                        className={css.what}
                      >
                        <span>{unitOf(product)}</span> <span>SKU {product.productSku}</span>{' '}
                        {ordered?.has(product.productSku) && (
                          <span className={css.ordered}>In this order</span>
                        )}
                        {product.replacedBy && (
                          <Text tone="warn">Replaced by {isolated(product.replacedBy)}</Text>
                        )}
                      </Row>
                      <span className={css.price}>{priceText(product)}</span>
                      <Text weight={600} className={css.act} aria-hidden>
                        {action === 'Add' && <Plus size={15} />}
                        <span>{action}</span>
                        {action !== 'Add' && <ChevronRight size={15} />}
                      </Text>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Loaded>
  )
}

function unitOf(product: Product): string {
  if (isSubscription(product)) return 'For each covered company'
  return needsUserName(product) ? 'For each user' : 'No user name needed'
}

const priceText = ({ monthlyPrice, currencyIsoCode }: Product) =>
  monthlyPrice === null
    ? 'No list price'
    : `${formatMoney(toCents(monthlyPrice, currencyIsoCode), currencyIsoCode)} a month`
