import type pg from 'pg'
import sql from 'sql-template-tag'

/** Products and networks to order from, and one network of an unrelated company. */
export async function givenCatalogue(db: pg.Pool): Promise<void> {
  await db.query(sql`
    insert into product (product_id, description, item_group_name, monthly_price_cents) values
      ('10010', 'TT Pro', 'Trading Products', 157500),
      ('10085', 'TT FIX Order Routing', 'Trading Products', null),
      ('20010', 'Company relationship', 'Subscription Service Fees', 5000),
      ('30010', 'CME Gateway', 'Gateways', 180000)`)
  await db.query(sql`
    insert into shared_network (network_id, short_name) values ('EUREX', 'Eurex'), ('ICE', 'ICE')`)
  await db.query(sql`insert into company (account_id, name) values ('SECRET', 'Secret')`)
  await db.query(sql`
    insert into company_network (account_id, network_id, short_name) values ('SECRET', 'LX-NET', 'Secret')`)
}
