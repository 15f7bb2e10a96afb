import { chargeTypes } from '@portal/domain/invoices/charge-types'
import sql from 'sql-template-tag'
import type { Tx } from '../../platform/database/database.ts'
import { cents, decimal } from '../amounts.ts'
import type { ValueType } from '../cells.ts'
import { columnNames, optional, required, type List, type Sentence } from '../record-shape.ts'
import type { Place } from '../staging.ts'
import { day, line, oneOf, text } from '../values.ts'
import { equipmentOwners, licenseOrderOwners, licenseOwners, rejectForeign } from './foreign.ts'

/** A field that is null if it is absent or blank. */
const about = (column: string, sentence: Sentence, type: ValueType = line(64)) =>
  optional(column, type, sentence, null)

/** The fields that name what may belong to another company. */
const references = {
  licenseId: about(
    'license_id text',
    'The license that is charged: the `licenseId` of its record, or of the event `license_order.submitted`.',
    line(64, 'license'),
  ),
  licenseOrderId: about(
    'license_order_id text',
    'The order that led to the charge: the `id` of its record, or the `orderId` of its event if it was created in the portal.',
    line(64, 'licenseOrder'),
  ),
  equipmentRequestId: about(
    'equipment_request_id text',
    'The equipment request that led to the charge.',
    line(64, 'equipmentRequest'),
  ),
}

const item = {
  productName: optional('product_name text', text(1000), 'Name of the product.'),
  description: optional('description text', text(10_000), 'What is charged.'),
  moreInfo: optional('more_info text', text(10_000), 'Further information about the line.'),
  quantity: optional(
    'quantity numeric',
    decimal,
    'Quantity; absent if there is only a total.',
    null,
  ),
  salesPrice: optional(
    'sales_price numeric',
    decimal,
    "Unit price in the invoice's currency; absent if there is only a total.",
    null,
  ),
  total: required('total_cents bigint', cents, "Total of the line, in the invoice's currency."),
  city: optional('city text', text(300), 'City where the product is used.'),
  state: optional('state text', text(300), 'State or region where the product is used.'),
}

/** What the line is about. */
const subject = {
  productId: about('product_id text', 'The `productId` of the product.'),
  licenseId: references.licenseId,
  userName: about('user_name text', 'User of what is charged.', line(300)),
  networkId: about('network_id text', 'Number of the network.'),
  servicePeriodStart: about('service_period_start date', 'First day that is charged.', day),
  servicePeriodEnd: about('service_period_end date', 'Last day that is charged.', day),
  chargeType: about('charge_type text', 'Kind of the charge.', oneOf(chargeTypes)),
  licenseOrderId: references.licenseOrderId,
  equipmentRequestId: references.equipmentRequestId,
  equipmentLineId: about('equipment_line_id text', 'The line of the equipment request.'),
  poNumber: about('po_number text', "The customer's purchase order.", line(300)),
}

/** The columns of a line, as in `invoice_line`. */
export const lineColumns = columnNames({ ...item, ...subject })

const arriving = { table: 'arriving_invoice_line', firstColumns: ['account_id', 'invoice_id'] }

/**
 * Most lines belong to new invoices. They are written once, to their final table, while the rest is
 * still being read, under the id that their invoice will have (decision 0019). Lines of changed
 * invoices wait for the merge; lines of unchanged ones are not needed.
 */
async function place(tx: Tx, from: number, to: number): Promise<Map<number, Place>> {
  // Each by its key: the planner has no statistics of the staged rows yet.
  const rows = await tx.query<{
    record: number
    accountId: string
    id: string
    isNew: boolean
  }>(sql`
    with found as (
      select s.record, s.account_id, s.id, known.id is null as is_new
        from import_invoice s
        left join lateral (
             select i.id, i.record_digest from invoice i
              where i.account_id = s.account_id and i.invoice_number = s.invoice_number
              limit 1) known on true
       where s.record between ${from} and ${to} and known.record_digest is distinct from s.digest),
    noted as (
      insert into import_new_invoice (account_id, id) select account_id, id from found where is_new)
    select record, account_id as "accountId", id::text, is_new as "isNew" from found`)
  return new Map(
    rows.map(({ record, accountId, id, isNew }) => [
      record,
      isNew ? { ...arriving, first: `${accountId}\t${id}` } : 'staging',
    ]),
  )
}

export const lineItems: List = {
  sentence: 'Lines of the invoice, in order.',
  table: 'import_invoice_line',
  item,
  rare: subject,
  place,
  rule: ({ servicePeriodStart: from, servicePeriodEnd: to }) =>
    typeof from === 'string' && typeof to === 'string' && to < from
      ? { field: 'servicePeriodEnd', reason: 'is before servicePeriodStart' }
      : undefined,
  noted: { table: 'import_line_reference', fields: references },
}

export const prepareLines = [
  sql`create index on import_invoice (record)`,
  sql`create temp table import_new_invoice (account_id text, id bigint) on commit drop`,
]

/**
 * Rejects lines that name what belongs to another company. What no company has may arrive later, so
 * it is kept.
 */
export const referenceChecks = [
  sql`analyze import_line_reference`,
  ...(
    [
      ['licenseId', sql`r.license_id`, licenseOwners, sql`l.license_id`],
      ['licenseOrderId', sql`r.license_order_id`, licenseOrderOwners, sql`l.license_order_id`],
      ['equipmentRequestId', sql`r.equipment_request_id`, equipmentOwners],
    ] as const
  ).map(([field, value, owners, stored]) =>
    rejectForeign({
      from: sql`import_line_reference r join import_invoice s on s.record = r.record`,
      field: sql`'lineItems[' || r.line_no - 1 || ${`].${field}`}`,
      value,
      owners,
      unchanged: sql`import_invoice s join invoice i using (account_id, invoice_number)
                     where i.record_digest = s.digest`,
      ...(stored && {
        stored: sql`select s.record, ${stored} as value
                      from import_invoice s join invoice i using (account_id, invoice_number)
                      join invoice_line l on l.account_id = i.account_id and l.invoice_id = i.id`,
      }),
    }),
  ),
]

/**
 * Deletes lines of invoices that were not imported: rejected ones and copies. Afterwards every new
 * line has an invoice of its company.
 */
export const sweepLines = sql`
  delete from invoice_line l
   where l.invoice_id = any (array(
           select n.id from import_new_invoice n
            where not exists (select from invoice i where i.account_id = n.account_id and i.id = n.id)))`
