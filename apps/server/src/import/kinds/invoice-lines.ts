import { chargeTypes } from '@portal/domain/invoices/charge-types'
import sql from 'sql-template-tag'
import { cents, decimal } from '../amounts.ts'
import type { ValueType } from '../cells.ts'
import { columnNames, optional, required, type List, type Sentence } from '../record-shape.ts'
import { day, line, oneOf, text } from '../values.ts'
import { equipmentOwners, licenseOrderOwners, licenseOwners, rejectForeign } from './foreign.ts'

/** Declares a field that is null if it is absent or blank. */
const about = (column: string, sentence: Sentence, type: ValueType = line(64)) =>
  optional(column, type, sentence, null)

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
  licenseId: about(
    'license_id text',
    'The license that is charged: the `licenseId` of its record, or of the event `license_order.submitted`.',
    line(64, 'license'),
  ),
  userName: about('user_name text', 'User of what is charged.', line(300)),
  networkId: about('network_id text', 'Number of the network.'),
  servicePeriodStart: about('service_period_start date', 'First day that is charged.', day),
  servicePeriodEnd: about('service_period_end date', 'Last day that is charged.', day),
  chargeType: about('charge_type text', 'Kind of the charge.', oneOf(chargeTypes)),
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
  equipmentLineId: about('equipment_line_id text', 'The line of the equipment request.'),
  poNumber: about('po_number text', "The customer's purchase order.", line(300)),
}

/** The columns of a line, as in `invoice_line`. */
export const lineColumns = columnNames({ ...item, ...subject })

export const lineItems: List = {
  sentence: 'Lines of the invoice, in order.',
  table: 'import_invoice_line',
  item,
  rare: subject,
  rule: ({ servicePeriodStart: from, servicePeriodEnd: to }) =>
    typeof from === 'string' && typeof to === 'string' && to < from
      ? { field: 'servicePeriodEnd', reason: 'is before servicePeriodStart' }
      : undefined,
}

/** Most books name none of these ids, so the checks must not read every line. */
export const prepareLines = [
  sql`create index on import_invoice_line (record)
       where license_id is not null or license_order_id is not null or equipment_request_id is not null`,
]

/** Rejects lines that name an id of another company. An id that no company has may arrive later, so it is stored. */
export const referenceChecks = (
  [
    ['licenseId', sql`r.license_id`, licenseOwners, sql`l.license_id`],
    ['licenseOrderId', sql`r.license_order_id`, licenseOrderOwners, sql`l.license_order_id`],
    ['equipmentRequestId', sql`r.equipment_request_id`, equipmentOwners],
  ] as const
).map(([field, value, owners, stored]) =>
  rejectForeign({
    from: sql`import_invoice_line r join import_invoice s on s.record = r.record and ${value} is not null`,
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
)
