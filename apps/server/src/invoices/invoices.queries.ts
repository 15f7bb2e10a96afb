import sql, { type Sql } from 'sql-template-tag'
import type { TransferNotice } from '@portal/domain/invoices/bank-transfer.schema'
import type { InvoiceMovement } from '@portal/domain/invoices/invoices.schema'
import { prepared, queryOne, type Database, type Tx } from '../platform/database/database.ts'
import { decimal } from '../platform/database/decimal.ts'
import { readInScope, type Scope } from '../platform/database/scope.ts'
import type { Answer } from './answer-cache.ts'
import { recordedAccount } from './bank-accounts.queries.ts'
import { bankTransferOf, type TransferConfig, type TransferInvoice } from './bank-transfer.ts'
import { leftOutOf } from './money-back.queries.ts'
import { noticesAsJson } from './transfer-notices.queries.ts'
import {
  balanceDueCents,
  hasBeenCharged,
  hasBeenPaid,
  isBeingPosted,
  isOnHold,
  isWaiting,
  joinBalances,
  readBalanceOf,
  readOpenBalances,
  type InvoiceBalance,
} from './owed.queries.ts'
import { visibleCategories } from '../session/visible-categories.ts'

const isOn = sql`not exists (select from charging_stop)`

/**
 * The UTC day of AutoPay's run, until it has tried to charge the invoice `i`; null while charging is stopped. Most invoices are
 * paid, so they are not looked up.
 */
const autoPayOn = ({ isAutoPayOn }: InvoiceReader) => sql`
  case when i.books_balance_cents > 0 and ${isAutoPayOn} and not ${hasBeenCharged} and back.kind is null
        and ${isOn} then (
    select max(t.day)
      from autopay_item t
      join autopay_day d on d.account_id = t.account_id and d.day = t.day
      left join payment_batch b on b.account_id = d.account_id and b.autopay_day = d.day
     where t.account_id = i.account_id and t.invoice_id = i.id and t.left_out is null and t.amount_cents >= ${balanceDueCents}
       and (d.started_at is null
            or b.finished_at is null and b.id is not null
               and not exists (select from payment_attempt p
                                where p.account_id = b.account_id and p.batch_id = b.id and p.invoice_id = i.id)))
       end`

/** Whether AutoPay charges at present. */
export const isChargingOn = async (db: Database): Promise<boolean> =>
  (await queryOne<{ yes: boolean }>(db, sql`select ${isOn} as yes`))!.yes

const invoiceColumns = (reader: InvoiceReader) => sql`
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
       end as "moneyBack",
  ${autoPayOn(reader)} as "autoPayOn"`

export interface Page {
  page: number
  perPage: number
}

/** Reads a page of the list and the number of all invoices from the database. */
export async function readList(db: Database, scope: Scope, page: Page): Promise<Answer> {
  const balances = await readInScope(db, scope, (tx) => readOpenBalances(tx, scope.accountId))
  const [json, total] = await readInScope(db, scope, (tx) =>
    Promise.all([listInvoices(tx, scope, page, balances), countInvoices(tx, scope)]),
  )
  return { json, total, changesAt: firstChange(balances) }
}

/** Reads an invoice from the database; undefined if the user may not see it. */
export async function readDetail(
  db: Database,
  scope: Scope,
  invoiceNumber: string,
  config: TransferConfig,
): Promise<Answer | undefined> {
  const find = (balances: readonly InvoiceBalance[]) =>
    readInScope(db, scope, (tx) => findInvoice(tx, scope, invoiceNumber, balances, config))
  // The balance of most invoices does not depend on payments, so one statement is enough for them.
  const found = await find([])
  if (!found?.paymentsDecide) return found && { json: found.json, changesAt: null }
  const balances = await readInScope(db, scope, (tx) =>
    readBalanceOf(tx, scope.accountId, invoiceNumber),
  )
  const settled = await find(balances)
  return settled && { json: settled.json, changesAt: firstChange(balances) }
}

function firstChange(balances: readonly InvoiceBalance[]): Date | null {
  const times = balances.flatMap(({ changesAt }) => changesAt?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

/** Reads one page of the list, newest first, as JSON text from PostgreSQL, so that Node's thread stays free. */
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
    select coalesce(json_agg(case when notice is null then listed
                    else (left(listed::text, -1) || ',"transferNotice":' || notice || '}')::json end), '[]')::text as body
      from (select row_to_json(listed) as listed, notice.json as notice
              from invoice i ${joinBalances(balances)}
              left join ${leftOutOf(scope.accountId)} back on back.invoice_id = i.id
              left join ${noticesAsJson(scope.accountId)} notice on notice.invoice_number = i.invoice_number,
                   lateral (select ${invoiceColumns(scope)}) listed
             where i.account_id = ${scope.accountId} ${visibleCategories(scope)}
             order by i.invoice_date desc, i.id desc
             limit ${perPage} offset ${(page - 1) * perPage}) page`,
    ),
  )
  return row?.body ?? '[]'
}

/** Reads a page of the texts that searches find although the list does not show them. */
export async function readTexts(db: Database, scope: Scope, page: Page): Promise<Answer> {
  const [row, total] = await readInScope(db, scope, (tx) =>
    Promise.all([tx.one<{ json: string }>(textsOf(scope, page)), countInvoices(tx, scope)]),
  )
  return { json: row?.json ?? '[]', total, changesAt: null }
}

const textsOf = (scope: Scope, { page, perPage }: Page) => sql`
  select coalesce(json_agg(json_build_object('id', id::text, 'text', concat_ws(' ', name, products, orders))), '[]')::text as json
    from (select i.id, c.name, lines.*
            from invoice i
            join invoice_category c using (invoice_category_id)
            cross join lateral (
                 select string_agg(distinct product_name, ' ') as products, string_agg(distinct po_number, ' ') as orders
                   from invoice_line l where l.account_id = i.account_id and l.invoice_id = i.id) lines
           where i.account_id = ${scope.accountId} ${visibleCategories(scope)}
           order by i.invoice_date desc, i.id desc
           limit ${perPage} offset ${(page - 1) * perPage}) each`

export async function countInvoices(tx: Tx, scope: Scope): Promise<number> {
  const row = await tx.one<{ total: number }>(sql`
    select count(*) as total from invoice i
     where i.account_id = ${scope.accountId} ${visibleCategories(scope)}`)
  return row?.total ?? 0
}

/** Which invoices a reader may see. */
export type InvoiceReader = Pick<Scope, 'accountId' | 'categoryIds' | 'isAutoPayOn'>

interface DetailRow {
  body: string
  transfer: Omit<TransferInvoice, 'isAutoPayOn'>
  paymentsDecide: boolean
  paidByOthers: number | null
  movements: InvoiceMovement[] | null
  notice: TransferNotice | null
}

/** The lines of the invoice `i` with what it left to pay after each; null if there is only the first one. */
const movementsOf = sql`(
  select json_agg(json_build_object(
           'day', m.day, 'kind', m.kind, 'method', m.method, 'isCredit', m.is_credit,
           'amount', ${decimal(sql`m.cents`, sql`m.currency`)}, 'balance', ${decimal(sql`m.balance`, sql`m.currency`)},
           'referenceId', m.reference_id, 'reference', m.reference, 'paidOn', m.paid_on) order by m.id)
    from (select *, sum(cents) over (order by id)::bigint as balance from invoice_movement
           where account_id = i.account_id and invoice_number = i.invoice_number and currency = i.currency) m
  having count(*) > 1)`

/** The sum of payments that were made by other companies than that of the invoice `i`. */
const paidByOthersCents = sql`(
  select sum(n.amount_cents) from invoice_portal_payment n
   where n.account_id = i.account_id and n.invoice_id = i.id and n.amount_cents > 0
     and not exists (select from payment_attempt p where p.account_id = n.account_id and p.id = n.payment_id))`

/** Adds the subject of a line `l`. Most lines have no subject, so they have none of these fields. */
const withSubject = (line: Sql) => sql`
  case when num_nonnulls(l.product_id, l.license_id, l.user_name, l.network_id, l.service_period_start,
                         l.service_period_end, l.charge_type, l.license_order_id, l.equipment_request_id,
                         l.equipment_line_id, l.po_number) = 0 then ${line}
       else (left(${line}::text, -1) || ',' || substr(json_strip_nulls(json_build_object(
               'productId', l.product_id, 'licenseId', l.license_id, 'userName', l.user_name,
               'networkId', l.network_id, 'servicePeriodStart', l.service_period_start,
               'servicePeriodEnd', l.service_period_end, 'chargeType', l.charge_type,
               'licenseOrderId', l.license_order_id, 'equipmentRequestId', l.equipment_request_id,
               'equipmentLineId', l.equipment_line_id, 'poNumber', l.po_number))::text, 2))::json end`

/**
 * Reads an invoice with its lines and how to pay it by bank transfer, as JSON text; undefined if the user may not see it.
 * If the owed amount depends on payments, the result is correct only with their balances.
 */
export async function findInvoice(
  tx: Tx,
  scope: InvoiceReader,
  invoiceNumber: string,
  balances: readonly InvoiceBalance[],
  config: TransferConfig,
): Promise<{ json: string; paymentsDecide: boolean } | undefined> {
  const row = await tx.one<DetailRow & Record<string, unknown>>(
    prepared(
      `invoice detail ${scope.categoryIds ? 'some' : 'all'}`,
      sql`
    select row_to_json(detail)::text as body,
           json_build_object(
             'invoiceNumber', i.invoice_number, 'subsidiary', i.subsidiary, 'currency', i.currency,
             'balanceDueCents', ${balanceDueCents}, 'hasBeenCharged', detail."hasBeenCharged",
             'isOnHold', detail."isOnHold", 'isWaiting', ${isWaiting}, 'moneyBack', detail."moneyBack",
             'account', ${recordedAccount}) as transfer,
           i.books_balance_cents > 0 and ${hasBeenPaid} as "paymentsDecide",
           ${decimal(paidByOthersCents, sql`i.currency`)}::float as "paidByOthers",
           ${movementsOf} as movements, notice.json as notice
      from invoice i ${joinBalances(balances)}
      left join ${leftOutOf(scope.accountId)} back on back.invoice_id = i.id
      left join ${noticesAsJson(scope.accountId)} notice on notice.invoice_number = i.invoice_number,
           lateral (select ${invoiceColumns(scope)}, coalesce(encode(i.record_digest, 'hex'), '') as revision,
                   (select coalesce(json_agg(${withSubject(sql`json_build_object(
                      'productName', l.product_name, 'description', l.description, 'moreInfo', l.more_info,
                      'quantity', trim_scale(l.quantity), 'salesPrice', trim_scale(l.sales_price),
                      'total', ${decimal(sql`l.total_cents`, sql`i.currency`)}, 'currency', i.currency,
                      'city', l.city, 'state', l.state)`)} order by l.line_no), '[]')
                      from invoice_line l
                     where l.account_id = i.account_id and l.invoice_id = i.id) as "lineItems") detail
     where i.account_id = ${scope.accountId} and i.invoice_number = ${invoiceNumber}
           ${visibleCategories(scope)}`,
    ),
  )
  if (!row) return undefined
  // The rest stays as PostgreSQL wrote it, because it may have thousands of lines.
  const transfer = bankTransferOf({ ...row.transfer, isAutoPayOn: scope.isAutoPayOn }, config)
  const added = {
    bankTransfer: transfer,
    movements: row.movements ?? undefined,
    transferNotice: row.notice ?? undefined,
    paidByOtherAccount: row.paidByOthers ?? undefined,
  }
  const json = `${JSON.stringify(added).slice(0, -1)},${row.body.slice(1)}`
  return { json, paymentsDecide: row.paymentsDecide }
}
