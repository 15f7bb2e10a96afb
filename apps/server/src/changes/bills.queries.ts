import sql, { type Sql } from 'sql-template-tag'
import {
  readBill,
  type Bill,
  type BookedBill,
  type BookedLine,
  type Subject,
} from '@portal/domain/changes/bill'
import { mostMonthsBack } from '@portal/domain/changes/previous-bill'
import { addMonths, type Month } from '@portal/domain/kernel/month'
import type { Tx } from '../platform/database/database.ts'
import { monthOfInvoice } from './month-of-invoice.ts'
import type { Scope } from '../platform/database/scope.ts'
import { visibleCategories } from '../session/visible-categories.ts'

export type BillHead = Omit<BookedBill, 'lines'>

/** The reader of bills. Only bills of the reader's categories are compared. */
export type BillReader = Pick<Scope, 'accountId' | 'categoryIds'>

const head = sql`
  i.id::text as id, i.invoice_number as "invoiceNumber", i.invoice_type as "invoiceType",
  i.customer_number as "customerNumber", i.subsidiary, i.invoice_date as date, ${monthOfInvoice} as "serviceMonth",
  i.is_late_fee as "isLateFee", i.currency, i.amount_cents as "amountCents"`

export const findBill = (
  tx: Tx,
  reader: BillReader,
  invoiceNumber: string,
): Promise<(BillHead & { revision: string }) | undefined> =>
  tx.one<BillHead & { revision: string }>(sql`
    select ${head}, coalesce(encode(i.record_digest, 'hex'), '') as revision from invoice i
     where i.account_id = ${reader.accountId} and i.invoice_number = ${invoiceNumber}
           ${visibleCategories(reader)}`)

/** Returns those of these bills that the reader may see. */
export const findBills = (
  tx: Tx,
  reader: BillReader,
  ids: readonly string[],
): Promise<BillHead[]> =>
  tx.query<BillHead>(sql`
    select ${head} from invoice i
     where i.account_id = ${reader.accountId} and i.id = any (${ids}::bigint[]) ${visibleCategories(reader)}`)

/** Returns a company's bills of the months of these bills, and of the earlier months that these bills may continue. */
export function billsBefore(
  tx: Tx,
  reader: BillReader,
  ...bills: readonly BillHead[]
): Promise<BillHead[]> {
  const months = bills.map(({ serviceMonth }) => serviceMonth).sort()
  const [first = '', last = ''] = [months[0], months.at(-1)]
  return tx.query<BillHead>(sql`
    select ${head} from invoice i
     where i.account_id = ${reader.accountId} ${visibleCategories(reader)}
       and ${monthOfInvoice} between ${addMonths(first, -mostMonthsBack)} and ${last}
     order by ${monthOfInvoice} desc, i.invoice_date desc, i.id desc`)
}

/** Returns a company's bills of a month. */
export const billsOfMonth = (tx: Tx, reader: BillReader, month: Month): Promise<BillHead[]> =>
  tx.query<BillHead>(sql`
    select ${head} from invoice i
     where i.account_id = ${reader.accountId} ${visibleCategories(reader)} and ${monthOfInvoice} = ${month}
     order by i.invoice_date, i.id`)

/** Returns the bills with these heads, with their lines. */
export type ReadBills = (heads: readonly BillHead[]) => Promise<Bill[]>

/** Returns a function that reads bills that the reader may see. The lines of each bill are read once. */
export function billReading(tx: Tx, { accountId }: BillReader): ReadBills {
  const read = new Map<string, Bill>()
  return async (heads) => {
    const missing = heads.filter(({ id }) => !read.has(id))
    if (missing.length > 0)
      for (const bill of await withLines(tx, accountId, missing)) read.set(bill.id, bill)
    return heads.flatMap(({ id }) => read.get(id) ?? [])
  }
}

async function withLines(tx: Tx, accountId: string, heads: readonly BillHead[]): Promise<Bill[]> {
  const ids = heads.map(({ id }) => id)
  const rows = await tx.query<Omit<BookedLine, 'quantity' | 'price'> & RawLine>(sql`
    select l.invoice_id::text as "invoiceId", l.product_name as "productName", l.description, l.more_info as note,
           l.city, l.state, ${millionths(sql`l.quantity`)} as quantity, ${millionths(sql`l.sales_price`)} as price,
           l.total_cents as "totalCents", l.product_id as "productId",
           coalesce(a.license_id, l.license_id) as "licenseId",
           l.user_name as "userName", l.network_id as "networkId",
           l.service_period_start as "servicePeriodStart", l.service_period_end as "servicePeriodEnd",
           l.charge_type as "chargeType", l.license_order_id as "licenseOrderId",
           l.equipment_request_id as "equipmentRequestId", l.equipment_line_id as "equipmentLineId"
      from invoice_line l
      -- A license whose id has changed is still the same license.
      left join license_alias a on a.account_id = l.account_id and a.alias = l.license_id
     where l.account_id = ${accountId} and l.invoice_id = any (${ids}::bigint[])
     order by l.invoice_id, l.line_no`)
  const lines = new Map<string, BookedLine[]>(ids.map((id) => [id, []]))
  for (const { invoiceId, quantity, price, ...line } of rows)
    lines.get(invoiceId)?.push({ ...line, quantity: exact(quantity), price: exact(price) })
  return heads.map((one) => readBill({ ...one, lines: lines.get(one.id) ?? [] }))
}

interface RawLine {
  invoiceId: string
  quantity: string | null
  price: string | null
}

/** Selected as text, because the value may be above the largest bigint. */
const millionths = (column: Sql) => sql`(${column} * 1000000)::numeric(30, 0)::text`

const exact = (number: string | null) => (number === null ? null : BigInt(number))

/** A product of the catalog, for each of its names. */
export interface CatalogProduct {
  productId: string
  names: string[]
  replacedBy: string | null
  perUser: boolean | null
  billingMonths: number | null
  prorates: boolean | null
  hasPrice: boolean
}

export const readCatalog = (tx: Tx): Promise<CatalogProduct[]> =>
  tx.query<CatalogProduct>(sql`
    select p.product_id as "productId", array_prepend(p.description, p.aliases) as names, p.replaced_by as "replacedBy",
           p.per_user as "perUser", p.billing_months as "billingMonths", p.prorates,
           p.monthly_price_cents is not null as "hasPrice"
      from product p`)

/** Returns on which of these invoices a line has the product of one of the given lines, with the note of one such line. */
export const billedOn = (
  tx: Tx,
  { accountId }: BillReader,
  heads: readonly BillHead[],
  lines: readonly BookedLine[],
): Promise<(Subject & { invoiceId: string })[]> =>
  tx.query(sql`
    select distinct l.invoice_id::text as "invoiceId", l.product_name as "productName", l.more_info as note,
           l.user_name as "userName", l.network_id as "networkId"
      from invoice_line l
     where l.account_id = ${accountId} and l.invoice_id = any (${heads.map(({ id }) => id)}::bigint[])
       and l.product_name = any (${[...new Set(lines.map(({ productName }) => productName))]}::text[])
       and l.more_info = any (${[...new Set(lines.map(({ note }) => note))]}::text[])`)
