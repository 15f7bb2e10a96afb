import { formatMoney, toCents } from '@portal/domain/kernel/money'
import type { Product } from '@portal/domain/licenses/licenses.schema'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, PackageSearch } from 'lucide-react'
import { useState } from 'react'
import { supportIdOf } from '../api/call-failed.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState, ErrorState } from '../ui/ErrorState.tsx'
import { SearchInput } from '../ui/SearchField.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { productsQuery } from './licenses.api.ts'
import { byGroup } from './product-groups.ts'
import css from './ProductGrid.module.css'

interface ProductGridProps {
  /** Selects the products to offer; without it, all. */
  only?: (product: Product) => boolean
  /** One heading for all products; without it each group has its own. */
  heading?: string
  onChoose: (product: Product) => void
}

/** All products by group, with a search. */
export function ProductGrid({ only, heading, onChoose }: ProductGridProps) {
  const { accountId } = usePortal().company
  const { data, isPending, isFetching, error, refetch } = useQuery(productsQuery(accountId))
  const [search, setSearch] = useState('')
  if (isPending) return <Skeleton lines={6} lineHeight={64} label="Loading products" />
  if (!data)
    return (
      <Card flush>
        <ErrorState
          text="Failed to load products."
          supportId={supportIdOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  const groups = byGroup([...data.values()].filter(only ?? (() => true)), search, heading)
  return (
    <>
      <div className={css.toolbar}>
        <SearchInput
          label="Search products"
          placeholder="Search products"
          value={search}
          onChange={setSearch}
        />
      </div>
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
          <h3 className={css.group}>{name.toUpperCase()}</h3>
          <ul className={css.grid}>
            {products.map((product) => (
              <li key={product.productId}>
                <button type="button" className={css.product} onClick={() => onChoose(product)}>
                  <span className={css.name}>
                    <strong>{product.description}</strong>
                    {product.productSku}
                  </span>
                  <span className={css.price}>
                    {product.monthlyPrice !== null &&
                      `${formatMoney(
                        toCents(product.monthlyPrice, product.currencyIsoCode),
                        product.currencyIsoCode,
                      )} a month`}
                  </span>
                  <ChevronRight size={16} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
