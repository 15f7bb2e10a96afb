import { present, text } from '../kernel/search-params.ts'

/** What the address of a purchase holds: what is bought, and once it is paid, its checkout. */
export interface PurchaseSearch {
  productId?: string
  session?: string
}

export function purchaseSearch(raw: Record<string, unknown>): PurchaseSearch {
  return present<PurchaseSearch>({ productId: text(raw.productId), session: text(raw.session) })
}
