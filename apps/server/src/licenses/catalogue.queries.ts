import sql from 'sql-template-tag'
import type { Network, Product } from '@portal/domain/licenses/licenses.schema'
import type { Offer } from '@portal/domain/licenses/order-rules'
import type { Tx } from '../platform/database/database.ts'
import { decimal } from '../platform/database/decimal.ts'

/**
 * Returns all products that can be ordered, by group and description; prices are decimal numbers.
 */
export function listProducts(tx: Tx): Promise<Product[]> {
  return tx.query<Product>(sql`
    select p.product_id as "productId", p.product_id as "productSku", p.description,
           p.item_group_name as "itemGroupName",
           ${decimal(sql`p.monthly_price_cents`, sql`p.currency`)}::float8 as "monthlyPrice",
           p.currency as "currencyIsoCode", coalesce(next.description, p.replaced_by) as "replacedBy"
      from product p
      left join product next on next.product_id = p.replaced_by
     order by p.item_group_name, p.description, p.product_id`)
}

/** Returns the networks offered to every company and to this one, by name. */
export function listNetworks(tx: Tx, accountId: string): Promise<Network[]> {
  return tx.query<Network>(sql`
    select network_id as "networkId", short_name as "shortName" from shared_network
     union
    select network_id, short_name from company_network where account_id = ${accountId}
     order by "shortName", "networkId"`)
}

/** Returns the products and networks that this company may order. */
export async function findOffer(
  tx: Tx,
  accountId: string,
): Promise<Omit<Offer, 'products'> & { products: ReadonlyMap<string, Product> }> {
  const products = await listProducts(tx)
  const networks = await listNetworks(tx, accountId)
  const held = await tx.query<{ name: string }>(sql`
    select distinct unnest(array_remove(array[network_name, next_network_name], null)) as name
      from held_license where account_id = ${accountId} and ends_on is null`)
  return {
    products: new Map(products.map((product) => [product.productId, product])),
    networks,
    heldNetworks: new Set(held.map(({ name }) => name)),
  }
}
