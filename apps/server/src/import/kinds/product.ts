import { unclearCurrencies, wholeCurrencies } from '@portal/domain/accreditation/minor-units'
import sql from 'sql-template-tag'
import { Fault, nullCell, type ReadCell } from '../cells.ts'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { cents, currency, key, text } from '../values.ts'

const price: ReadCell = (value) => {
  const amount = cents(value)
  return typeof amount === 'string' && Number(amount) <= 0 ? new Fault('is not above zero') : amount
}

export const product: Kind = {
  record: 'product',
  table: 'import_product',
  key: { sql: 'product_id', field: 'productId' },
  fields: {
    productId: required('product_id text', key(64)),
    description: required('description text', text(1000)),
    itemGroupName: required('item_group_name text', text(300)),
    monthlyPrice: optional('monthly_price_cents bigint', cents, nullCell),
    currencyIsoCode: optional('currency text', currency, 'USD'),
  },
  checks: [],
  merge: [
    sql`
      update import_product s
         set verdict = coalesce(
               (select case when (p.description, p.item_group_name, p.monthly_price_cents, p.currency)
                       is not distinct from (s.description, s.item_group_name, s.monthly_price_cents, s.currency)
                       then 'unchanged' else 'updated' end
                  from product p where p.product_id = s.product_id),
               'inserted')
       where s.verdict is null`,
    sql`
      insert into product (product_id, description, item_group_name, monthly_price_cents, currency)
      select product_id, description, item_group_name, monthly_price_cents, currency
        from import_product
       where verdict in ('inserted', 'updated')
          on conflict (product_id) do update
         set description = excluded.description, item_group_name = excluded.item_group_name,
             monthly_price_cents = excluded.monthly_price_cents, currency = excluded.currency`,
  ],
}

export const accreditationProduct: Kind = {
  record: 'accreditationProduct',
  table: 'import_accreditation_product',
  key: { sql: 'product_id', field: 'productId' },
  fields: {
    productId: required('product_id text', key(64)),
    productName: required('product_name text', text(300)),
    productPrice: required('price_cents bigint', price),
    currencyIsoCode: optional('currency text', currency, 'USD'),
  },
  checks: [
    // What the card provider could not charge, or might charge a hundredfold.
    sql`
      insert into import_reject (record, field, reason)
      select record, 'productPrice', 'must be whole, as ' || currency || ' has no smaller unit'
        from import_accreditation_product
       where price_cents % 100 <> 0 and currency = any (${wholeCurrencies})`,
    sql`
      insert into import_reject (record, field, reason)
      select record, 'currencyIsoCode', 'cannot be paid by card'
        from import_accreditation_product where currency = any (${unclearCurrencies})`,
  ],
  merge: [
    sql`
      update import_accreditation_product s
         set verdict = coalesce(
               (select case when (p.product_name, p.price_cents, p.currency)
                               = (s.product_name, s.price_cents, s.currency)
                       then 'unchanged' else 'updated' end
                  from accreditation_product p where p.product_id = s.product_id),
               'inserted')
       where s.verdict is null`,
    sql`
      insert into accreditation_product (product_id, product_name, price_cents, currency)
      select product_id, product_name, price_cents, currency
        from import_accreditation_product
       where verdict in ('inserted', 'updated')
          on conflict (product_id) do update
         set product_name = excluded.product_name, price_cents = excluded.price_cents,
             currency = excluded.currency`,
  ],
}
