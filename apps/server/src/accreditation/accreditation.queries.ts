import sql from 'sql-template-tag'
import { fromCents } from '@portal/domain/kernel/money'
import { queryOne, type Database, type Tx } from '../platform/database/database.ts'

export interface Product {
  productName: string
  priceCents: number
  currency: string
}

export const asAnswer = ({ productName, priceCents, currency }: Product) => ({
  productName,
  productPrice: fromCents(priceCents, currency),
  currencyIsoCode: currency,
})

export function findProduct(db: Database, productId: string): Promise<Product | undefined> {
  return queryOne(
    db,
    sql`select product_name as "productName", price_cents as "priceCents", currency
          from accreditation_product where product_id = ${productId}`,
  )
}

export interface Buyer {
  name: string
  line1: string
  line2: string | null
  city: string
  state: string
  postalCode: string
  country: string
}

/** Records that a visitor is about to buy a product. Returns undefined if the product does not exist. */
export function openPurchase(
  tx: Tx,
  id: string,
  productId: string,
  buyer: Buyer,
  ipAddress: string,
): Promise<Product | undefined> {
  return queryOne(
    tx,
    sql`select product_name as "productName", price_cents as "priceCents", currency
          from open_accreditation_purchase(${id}, ${productId}, ${JSON.stringify(buyer)}::jsonb, ${ipAddress})`,
  )
}

export async function noteCheckout(
  db: Database,
  id: string,
  checkout: { checkoutId: string; customerId: string; expiresAt: Date },
): Promise<void> {
  const { checkoutId, customerId, expiresAt } = checkout
  await db.query(
    sql`select note_accreditation_checkout(${id}, ${checkoutId}, ${customerId}, ${expiresAt})`,
  )
}

export type PurchaseState = 'opened' | 'open' | 'paid' | 'expired' | 'review'

export function findStatus(
  db: Database,
  checkoutId: string,
): Promise<(Product & { id: string; state: PurchaseState }) | undefined> {
  return queryOne(
    db,
    sql`select id, state, product_name as "productName", price_cents as "priceCents", currency
          from accreditation_purchase_status(${checkoutId})`,
  )
}

export interface Settled extends Product {
  /** True if this call settled the purchase. */
  settled: boolean
  state: PurchaseState
  productId: string
  buyer: Buyer
  email: string | null
}

export interface CheckoutEnd {
  outcome: 'paid' | 'expired'
  email: string | null
  paymentId: string | null
  amountCents: number | null
  currency: string | null
}

/** Returns undefined if the purchase does not exist. */
export function settle(
  tx: Tx,
  id: string,
  checkoutId: string,
  end: CheckoutEnd,
): Promise<Settled | undefined> {
  return tx.one(sql`
    select settled, state, product_id as "productId", product_name as "productName", price_cents as "priceCents",
           currency, buyer, buyer_email as email
      from settle_accreditation_purchase(${id}, ${checkoutId}, ${end.outcome}, ${end.email}, ${end.paymentId},
                                         ${end.amountCents}, ${end.currency})`)
}
