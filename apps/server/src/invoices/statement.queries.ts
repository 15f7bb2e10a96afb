import sql from 'sql-template-tag'
import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import type { StatementRange } from '@portal/domain/invoices/statement-range'
import { readInScope, type Scope } from '../platform/scope.ts'
import type { Database, Tx } from '../platform/database.ts'
import { decimal } from '../platform/decimal.ts'
import type { StatementInvoice } from './documents/statement-document.ts'
import { visibleCategories } from './invoices.queries.ts'
import {
  balanceDueCents,
  hasBeenCharged,
  isOnHold,
  joinBalances,
  type InvoiceBalance,
} from './owed.queries.ts'

type Range = Extract<StatementRange, { from: string }>

/** The invoices of a statement, newest first, both days included. */
export function statementInvoices(
  tx: Tx,
  scope: Scope,
  { from, to }: Range,
  balances: readonly InvoiceBalance[],
): Promise<StatementInvoice[]> {
  return tx.query<StatementInvoice>(sql`
    select i.invoice_date as "date", i.invoice_number as "invoiceNumber", i.invoice_type as "invoiceType",
           i.is_late_fee as "isLateFee", i.due_date as "dueDate",
           ${decimal(sql`i.amount_cents`, sql`i.currency`)}::float8 as "amount",
           ${decimal(balanceDueCents, sql`i.currency`)}::float8 as "balanceDue",
           i.currency as "currencyIsoCode", ${hasBeenCharged} as "hasBeenCharged", ${isOnHold} as "isOnHold"
      from invoice i ${joinBalances(balances)}
     where i.account_id = ${scope.accountId} and i.invoice_date between ${from} and ${to}
           ${visibleCategories(scope)}
     order by i.invoice_date desc, i.id desc`)
}

const linesPerRead = 1000

/** An invoice's line items in order, read in portions: no connection is held while they are written out. */
export async function* invoiceLines(
  db: Database,
  scope: Scope,
  invoiceId: string,
): AsyncGenerator<LineItem> {
  for (let after = -1; ;) {
    const lines = await readInScope(db, scope, (tx) => readLines(tx, scope, invoiceId, after))
    for (const { lineNo, ...line } of lines) {
      yield line
      after = lineNo
    }
    if (lines.length < linesPerRead) return
  }
}

function readLines(tx: Tx, scope: Scope, invoiceId: string, after: number) {
  return tx.query<LineItem & { lineNo: number }>(sql`
    select l.line_no as "lineNo", l.product_name as "productName", l.description, l.more_info as "moreInfo",
           l.quantity::float8 as quantity, l.sales_price::float8 as "salesPrice",
           ${decimal(sql`l.total_cents`, sql`i.currency`)}::float8 as total, i.currency, l.city, l.state
      from invoice_line l join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
     where l.account_id = ${scope.accountId} and l.invoice_id = ${invoiceId} and l.line_no > ${after}
           ${visibleCategories(scope)}
     order by l.line_no limit ${linesPerRead}`)
}
