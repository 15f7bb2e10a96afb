import { comparable, type BillLine } from '@portal/domain/changes/bill'
import type { CatalogProduct } from './bills.queries.ts'

export type Catalog = ReadonlyMap<string, CatalogProduct>

export function productsByName(products: readonly CatalogProduct[]): Catalog {
  const byName = new Map<string, CatalogProduct>()
  for (const product of products) {
    byName.set(product.productId, product)
    for (const name of product.names) byName.set(comparable(name), product)
  }
  return byName
}

export const productOf = (
  catalog: Catalog,
  line: { productId?: string | null; words: Pick<BillLine['words'], 'product'> },
) => (line.productId && catalog.get(line.productId)) || catalog.get(line.words.product)
