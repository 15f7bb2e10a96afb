import sql from 'sql-template-tag'
import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import type { BillReader } from '../changes/bills.queries.ts'
import { readAtOnce, type Database, type Tx } from '../platform/database/database.ts'
import { decimal } from '../platform/database/decimal.ts'
import { visibleCategories } from '../session/visible-categories.ts'

const linesPerRead = 1000

/** Yields an invoice's line items in order. They are read in portions, so that no connection is held while they are written. */
export async function* invoiceLines(
  db: Database,
  scope: BillReader,
  invoiceId: string,
): AsyncGenerator<LineItem> {
  for (let after = -1; ;) {
    const lines = await readAtOnce(db, scope.accountId, (tx) =>
      readLines(tx, scope, invoiceId, after),
    )
    for (const { lineNo, ...line } of lines) {
      yield line
      after = lineNo
    }
    if (lines.length < linesPerRead) return
  }
}

function readLines(tx: Tx, scope: BillReader, invoiceId: string, after: number) {
  return tx.query<LineItem & { lineNo: number }>(sql`
    select l.line_no as "lineNo", l.product_name as "productName", l.description, l.more_info as "moreInfo",
           l.quantity::float8 as quantity, l.sales_price::float8 as "salesPrice",
           ${decimal(sql`l.total_cents`, sql`i.currency`)}::float8 as total, i.currency, l.city, l.state,
           l.user_name as "userName", l.network_id as "networkId", l.service_period_start as "servicePeriodStart",
           l.service_period_end as "servicePeriodEnd", l.charge_type as "chargeType", l.product_id as "productId",
           l.license_id as "licenseId", l.license_order_id as "licenseOrderId",
           l.equipment_request_id as "equipmentRequestId", l.po_number as "poNumber"
      from invoice_line l join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
     where l.account_id = ${scope.accountId} and l.invoice_id = ${invoiceId} and l.line_no > ${after}
           ${visibleCategories(scope)}
     order by l.line_no limit ${linesPerRead}`)
}
