import { searchParams, text } from '../kernel/search-params.ts'

export const purchaseSearch = searchParams({
  productId: text(64),
  /** The checkout that has ended. Kept even if damaged: a damaged id must not offer the purchase again. */
  session: text(220),
})
