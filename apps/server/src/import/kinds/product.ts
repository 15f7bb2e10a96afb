import { cardPriceProblem } from '@portal/domain/accreditation/card-units'
import sql from 'sql-template-tag'
import { cents, currency } from '../amounts.ts'
import { Fault, type ValueType } from '../cells.ts'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { flag, key, line, oneOfNumbers, text } from '../values.ts'
import { mergeRows } from './merge-rows.ts'

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

/** Columns that are equal in the staging table and in `product`. */
const columns = [
  'description',
  'item_group_name',
  'monthly_price_cents',
  'currency',
  'replaced_by',
  'per_user',
  'prorates',
  'billing_months',
  'aliases',
]

export const product: Kind = {
  record: 'product',
  table: 'import_product',
  scope: 'records:catalog',
  sentence: 'A product for which licenses can be ordered.',
  rules: [
    'A product that another one replaced stays orderable until it is deleted; `replacedBy` may name a product that the portal does not know.',
    'Products that would replace each other in a circle are rejected.',
  ],
  example: {
    productId: '10085',
    description: 'TT Gateway',
    itemGroupName: 'Gateways',
    monthlyPrice: '735.00',
    currencyIsoCode: 'USD',
    replacedBy: '10086',
    perUser: true,
    prorates: true,
    billingMonths: 1,
    aliases: ['Gateway', 'TT Gateway (CME)'],
  },
  key: { sql: 'product_id', fields: ['productId'] },
  fields: {
    productId: required(
      'product_id text',
      key(64, 'product'),
      'Your number of the product, the `productSku` of an ordered item.',
    ),
    description: required('description text', text(1000, 1), 'Name of the product.'),
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
    replacedBy: optional(
      'replaced_by text',
      line(64, 'product'),
      'The `productId` of the product that replaced it.',
      null,
    ),
    perUser: optional('per_user boolean', flag, 'Whether each user needs a license.', null),
    prorates: optional(
      'prorates boolean',
      flag,
      'Whether a license that runs for a part of a month is charged for that part only.',
      null,
    ),
    billingMonths: optional(
      'billing_months int',
      oneOfNumbers([1, 3, 12]),
      'How many months are billed at once.',
      null,
    ),
  },
  lists: {
    aliases: {
      sentence: 'Other names of the product on invoices.',
      table: 'import_product_alias',
      item: required('name text', text(1000, 1), 'Name on invoices.'),
    },
  },
  rule: ({ productId, replacedBy }) =>
    productId === replacedBy
      ? { field: 'replacedBy', reason: 'names the product itself' }
      : undefined,
  extraColumns: ['aliases text[]', 'has_other_replacement boolean'],
  checks: [],
  // Runs after all checks, so that a rejected record replaces nothing.
  references: [
    sql`
      with recursive replacement as (
        select product_id, replaced_by from import_product where replaced_by is not null
         union
        select p.product_id, p.replaced_by from product p
         where p.replaced_by is not null
           and not exists (select from import_product s where s.product_id = p.product_id)),
      walk as (
        select s.record, s.product_id as start, s.replaced_by as reached, array[s.product_id, s.replaced_by] as path
          from import_product s where s.replaced_by is not null
         union all
        select w.record, w.start, r.replaced_by, w.path || r.replaced_by
          from walk w join replacement r on r.product_id = w.reached
         where w.reached <> w.start and r.replaced_by <> all (w.path[2:]))
      insert into import_reject (record, field, reason)
      select record, 'replacedBy', 'replaces products in a circle: ' || array_to_string(path, ' → ')
        from walk where reached = start`,
  ],
  merge: [
    sql`
      update import_product s
         set aliases = array(select a.name from import_product_alias a where a.record = s.record order by a.line_no)`,
    sql`
      update import_product s
         set has_other_replacement = s.replaced_by is distinct from
               (select p.replaced_by from product p where p.product_id = s.product_id)`,
    ...mergeRows({ staged: 'import_product', table: 'product', key: ['product_id'], columns }),
  ],
}

export const accreditationProduct: Kind = {
  record: 'accreditationProduct',
  table: 'import_accreditation_product',
  scope: 'records:catalog',
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
      key(64, 'accreditationProduct'),
      'Your number of the accreditation, as in the address of its page: `/accreditation/purchase?productId=ACC-100`.',
    ),
    productName: required('product_name text', text(300, 1), 'Name of the accreditation.'),
    productPrice: required('price_cents bigint', price, 'Price for the buyer.'),
    currencyIsoCode: optional('currency text', currency, 'Currency of the price.', 'USD'),
  },
  checks: [],
  merge: mergeRows({
    staged: 'import_accreditation_product',
    table: 'accreditation_product',
    key: ['product_id'],
    columns: ['product_name', 'price_cents', 'currency'],
  }),
}
