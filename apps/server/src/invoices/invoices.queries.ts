import sql, { empty, type Sql } from 'sql-template-tag'
import { prepared, type Tx } from '../platform/database.ts'
import { decimal } from '../platform/decimal.ts'
import type { Scope } from '../platform/scope.ts'
import { leftOutOf } from './money-back.queries.ts'
import {
  balanceDueCents,
  hasBeenCharged,
  isBeingPosted,
  isOnHold,
  joinBalances,
  type InvoiceBalance,
} from './owed.queries.ts'

/** Only categories the person holds; a super admin sees every one. The same clause guards every reading. */
export function visibleCategories({ categoryIds }: Scope): Sql {
  return categoryIds ? sql`and i.invoice_category_id = any (${categoryIds})` : empty
}

const invoiceColumns = sql`
  i.id::text as "id", i.invoice_number as "invoiceNumber", i.name, i.customer_number as "customerNumber",
  i.invoice_type as "invoiceType", i.source, i.invoice_date as "date", i.due_date as "dueDate",
  i.service_month as "serviceMonth", i.service_period as "servicePeriod", i.is_late_fee as "isLateFee",
  ${hasBeenCharged} as "hasBeenCharged", i.has_pdf as "hasPdf", i.has_xls as "hasXls",
  ${isOnHold} as "isOnHold", ${isBeingPosted} as "isBeingPosted", i.currency as "currencyIsoCode",
  ${decimal(sql`i.amount_cents`, sql`i.currency`)} as "amount",
  ${decimal(balanceDueCents, sql`i.currency`)} as "balanceDue",
  case when back.kind is not null
       then json_build_object('kind', back.kind, 'at',
                              to_char(back.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
       end as "moneyBack"`

export interface Page {
  page: number
  perPage: number
}

/** One page of the list, newest first, as JSON text: PostgreSQL writes it so that node's thread stays free. */
export async function listInvoices(
  tx: Tx,
  scope: Scope,
  { page, perPage }: Page,
  balances: readonly InvoiceBalance[],
): Promise<string> {
  const row = await tx.one<{ body: string }>(
    prepared(
      `invoice list ${scope.categoryIds ? 'some' : 'all'}`,
      sql`
    select coalesce(json_agg(listed), '[]')::text as body
      from (select ${invoiceColumns}
              from invoice i ${joinBalances(balances)}
              left join ${leftOutOf(scope.accountId)} back on back.invoice_id = i.id
             where i.account_id = ${scope.accountId} ${visibleCategories(scope)}
             order by i.invoice_date desc, i.id desc
             limit ${perPage} offset ${(page - 1) * perPage}) listed`,
    ),
  )
  return row?.body ?? '[]'
}

export async function countInvoices(tx: Tx, scope: Scope): Promise<number> {
  const row = await tx.one<{ total: number }>(sql`
    select count(*) as total from invoice i
     where i.account_id = ${scope.accountId} ${visibleCategories(scope)}`)
  return row?.total ?? 0
}

/** An invoice with its line items as JSON text; nothing when the person may not see it. */
export async function findInvoiceJson(
  tx: Tx,
  scope: Scope,
  invoiceNumber: string,
  balances: readonly InvoiceBalance[],
): Promise<string | undefined> {
  const row = await tx.one<{ body: string }>(
    prepared(
      `invoice detail ${scope.categoryIds ? 'some' : 'all'}`,
      sql`
    select row_to_json(detail)::text as body
      from (select ${invoiceColumns},
                   (select coalesce(json_agg(json_build_object(
                      'productName', l.product_name, 'description', l.description, 'moreInfo', l.more_info,
                      'quantity', trim_scale(l.quantity), 'salesPrice', trim_scale(l.sales_price),
                      'total', ${decimal(sql`l.total_cents`, sql`i.currency`)}, 'currency', i.currency,
                      'city', l.city, 'state', l.state) order by l.line_no), '[]')
                      from invoice_line l
                     where l.account_id = i.account_id and l.invoice_id = i.id) as "lineItems"
              from invoice i ${joinBalances(balances)}
              left join ${leftOutOf(scope.accountId)} back on back.invoice_id = i.id
             where i.account_id = ${scope.accountId} and i.invoice_number = ${invoiceNumber}
                   ${visibleCategories(scope)}) detail`,
    ),
  )
  return row?.body
}
