import { cardPriceProblem } from '@portal/domain/accreditation/card-units'
import sql from 'sql-template-tag'
import { cents, currency } from '../amounts.ts'
import { Fault, type ValueType } from '../cells.ts'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { key, text } from '../values.ts'

/** Above zero, and chargeable by the card provider. */
const price: ValueType = {
  words: 'amount above zero',
  schema: { ...cents.schema, minimum: 0 },
  read(value, currency) {
    const amount = cents.read(value, currency)
    if (typeof amount !== 'string' || currency === undefined) return amount
    if (Number(amount) <= 0) return new Fault('is not above zero')
    const problem = cardPriceProblem(Number(amount), currency)
    return problem ? new Fault(problem) : amount
  },
}

export const product: Kind = {
  record: 'product',
  table: 'import_product',
  sentence: 'A product for which licenses can be ordered.',
  example: {
    productId: '10085',
    description: 'TT Gateway',
    itemGroupName: 'Gateways',
    monthlyPrice: '735.00',
    currencyIsoCode: 'USD',
  },
  key: { sql: 'product_id', fields: ['productId'] },
  fields: {
    productId: required(
      'product_id text',
      key(64),
      'Your number of the product, the `productSku` of an ordered item.',
    ),
    description: required('description text', text(1000), 'Name of the product.'),
    itemGroupName: required(
      'item_group_name text',
      text(300),
      'Group of the product, such as `Gateways` or `Subscription Service Fees`.',
    ),
    monthlyPrice: optional(
      'monthly_price_cents bigint',
      cents,
      'Price of one license for a month; absent: no price is shown.',
      null,
    ),
    currencyIsoCode: optional('currency text', currency, 'Currency of the price.', 'USD'),
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
  sentence: 'An accreditation, which anyone can buy without an account.',
  rules: ['A price that cannot be charged to cards in its currency is rejected.'],
  example: {
    productId: 'ACC-100',
    productName: 'Platform Basics',
    productPrice: '99.00',
    currencyIsoCode: 'USD',
  },
  key: { sql: 'product_id', fields: ['productId'] },
  fields: {
    productId: required(
      'product_id text',
      key(64),
      'Your number of the accreditation, as in the address of its page: `/accreditation/purchase?productId=ACC-100`.',
    ),
    productName: required('product_name text', text(300), 'Name of the accreditation.'),
    productPrice: required('price_cents bigint', price, 'Price for the buyer.'),
    currencyIsoCode: optional('currency text', currency, 'Currency of the price.', 'USD'),
  },
  checks: [],
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
