import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Day } from '@portal/domain/kernel/day'
import type {
  LicenseOrder,
  LicenseOrderDetails,
  MonthlyEffect,
  OrderConsent,
  OrderPage,
  PriceTotal,
  ReadLineItem,
} from '@portal/domain/licenses/licenses.schema'
import type { StepTaken } from '@portal/domain/licenses/order-steps'
import { mayWithdraw, type AskedItem } from '@portal/domain/licenses/withdraw'
import type { Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/http/refusal.ts'
import type { Scope } from '../platform/database/scope.ts'
import { today } from '../platform/database/today.ts'
import {
  countMatches,
  searchFrequency,
  textIs,
  type Frequency,
} from '../platform/database/text-search.ts'

/** Formats an instant as in JSON. */
const isoInstant = (at: Sql) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const statusIs = ({ statusFilter }: OrderPage) =>
  statusFilter ? [sql`o.standing = ${statusFilter}`] : []
const where = (conditions: Sql[]) =>
  conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : empty
const newestFirst = sql`order by o.created_at desc, o.id desc`

export const orderFrequency = (tx: Tx, filter: OrderPage) =>
  searchFrequency(tx, sql`company_license_order o ${newestFirst}`, filter)

/** The offset prevents the planner from merging the two steps, which would read in order of time and match each text. */
const matches = (filter: OrderPage, frequency: Frequency) =>
  frequency === 'frequent'
    ? sql`(select * from company_license_order o ${where(statusIs(filter))} ${newestFirst} offset 0) o
          ${where(textIs(filter))}`
    : sql`company_license_order o ${where([...statusIs(filter), ...textIs(filter)])}`

const columns = (lines: Sql) => sql`
  o.id, o.standing as status, o.created_at as "createdAt", o.submitted_at as "submittedAt",
  o.requestor_name as "requestorName", o.crm_id as "crmId", o.notes, o.version,
  (select count(*) from license_order_line l where ${lines} and l.order_id = o.id) as "lineItemCount",
  (select count(*) from asked_line l where ${lines} and l.order_id = o.id and l.step = 'Withdrawn') as "withdrawnCount",
  array(select coalesce(l.item ->> 'productName', p.description, l.item ->> 'productSku', '')
          from license_order_line l
          left join product p on p.product_id = l.item ->> 'productSku'
         where ${lines} and l.order_id = o.id
         group by 1 order by min(l.line_no) limit 4) as "productNames"`

type OrderRow = Omit<LicenseOrder, 'isDraft' | 'createdDate' | 'submittedDate' | 'accountName'> & {
  createdAt: Date
  submittedAt: Date | null
}

const toOrder = ({ createdAt, submittedAt, ...row }: OrderRow, scope: Scope): LicenseOrder => ({
  ...row,
  isDraft: row.status === 'Draft',
  createdDate: createdAt.toISOString(),
  submittedDate: submittedAt?.toISOString() ?? null,
  accountName: scope.companyName,
})

/** The statement that reads one page of a company's orders, newest first (a test explains it). */
export function orderPage(filter: OrderPage, accountId: string, frequency: Frequency): Sql {
  const { page, perPage } = filter
  return sql`
    select ${columns(sql`l.account_id = ${accountId}`)}
      from (select * from ${matches(filter, frequency)} ${newestFirst}
             limit ${perPage} offset ${(page - 1) * perPage}) o
     ${newestFirst}`
}

export async function listOrders(tx: Tx, scope: Scope, filter: OrderPage): Promise<LicenseOrder[]> {
  const frequency = await orderFrequency(tx, filter)
  const rows = await tx.query<OrderRow>(orderPage(filter, scope.accountId, frequency))
  return rows.map((row) => toOrder(row, scope))
}

/** Counts matches of a search up to a limit; all other counts are exact. */
export const countOrders = (tx: Tx, filter: OrderPage) =>
  countMatches(tx, matches(filter, 'rare'), filter)

export interface StoredOrder extends LicenseOrder {
  createdKey: string | null
  changedKey: string | null
  changedBy: string | null
  requestorId: string | null
}

/** Returns an order of the scope's company; the order is locked if it will be changed. */
export async function findOrder(
  tx: Tx,
  scope: Scope,
  condition: Sql,
  lock = false,
): Promise<StoredOrder | undefined> {
  const { accountId } = scope
  const row = await tx.one<OrderRow & Omit<StoredOrder, keyof LicenseOrder>>(sql`
    select ${columns(sql`l.account_id = ${accountId}`)}, o.created_key as "createdKey",
           o.changed_key as "changedKey", o.changed_by as "changedBy", o.requestor_id as "requestorId"
      from license_order o
     where o.account_id = ${accountId} and ${condition}
     ${lock ? sql`for update` : empty}`)
  if (!row) return undefined
  const { createdKey, changedKey, changedBy, requestorId, ...order } = row
  return { ...toOrder(order, scope), createdKey, changedKey, changedBy, requestorId }
}

/** Returns the order with this id. Another company's order counts as unknown. */
export async function requireOrder(tx: Tx, scope: Scope, id: string | number, lock = false) {
  const order = await findOrder(tx, scope, sql`o.id = ${id}`, lock)
  if (!order) throw notFound()
  return order
}

/** Returns the items of an order by position, with the order's id, and with the product's name at the time of consent. */
export async function listLineItems(
  tx: Tx,
  accountId: string,
  orderId: number,
): Promise<ReadLineItem[]> {
  const rows = await tx.query<{ item: ReadLineItem; asked: AskedItem | null; today: Day }>(sql`
    select l.item
           || jsonb_build_object('id', l.line_no, 'customerOrderId', l.order_id,
                                 'productName', coalesce(c.shown -> 'items' -> (l.line_no - 1) ->> 'productName',
                                                          p.description, l.item ->> 'productSku', ''))
           || jsonb_strip_nulls(jsonb_build_object('licenseId', l.license_id, 'lineId', a.line_id,
                                                   'price', c.shown -> 'items' -> (l.line_no - 1) -> 'price'))
           || coalesce((select jsonb_build_object('status', k.step, 'statusDate', ${isoInstant(sql`k.at`)},
                                                  'statusReason', k.reason)
                          from license_order_step k
                         where k.account_id = l.account_id and k.order_id = l.order_id and k.line_id = l.line_id
                         order by order_step_rank(k.step) desc limit 1), '{}')
           || case when a.step = 'Withdrawn'
                   then jsonb_build_object('status', a.step, 'statusDate', ${isoInstant(sql`l.withdrawn_at`)}, 'statusReason', '',
                                           'withdrawnBy', l.withdrawn_by)
                   else '{}' end
           || jsonb_strip_nulls(jsonb_build_object('id', l.item -> 'id', 'productName', l.item -> 'productName',
                                                   'customerOrderId', l.item -> 'customerOrderId')) as item,
           ${today} as today,
           case when a.line_id is not null
                then json_build_object(
                  'isOfPortal', c.order_id is not null, 'step', a.step, 'type', a.type::int, 'adds', coalesce(a.adds, false), 'day', a.day,
                  'hasRun', a.has_run, 'isByRecords', coalesce(o.licenses_by = 'records', false),
                  'ends', exists (
                    select from provided_license r
                     where r.account_id = a.account_id and (r.until is not null or r.status = 'Ended')
                       and r.license_id = coalesce((select n.license_id from license_alias n
                                                     where n.account_id = a.account_id and n.alias = a.license_id), a.license_id))) end as asked
      from license_order_line l
      join company o on o.account_id = l.account_id
      left join lateral (
           select * from asked_line a where a.account_id = l.account_id and a.order_id = l.order_id and a.line_no = l.line_no
           -- Prevents the planner from comparing each line with all lines of the order.
           offset 0) a on true
      left join product p on p.product_id = l.item ->> 'productSku'
      left join license_order_consent c on c.account_id = l.account_id and c.order_id = l.order_id
     where l.account_id = ${accountId} and l.order_id = ${orderId}
     order by l.line_no`)
  return rows.map(({ item, asked, today: day }) => ({
    ...item,
    ...(asked && mayWithdraw(asked, day) && { canWithdraw: true }),
  }))
}

type StoredEffect = Omit<MonthlyEffect, 'totals'> & {
  totals: (Omit<PriceTotal, 'basis'> & Partial<PriceTotal>)[]
}

async function findConsent(
  tx: Tx,
  accountId: string,
  orderId: number,
): Promise<OrderConsent | null> {
  const row = await tx.one<{
    acceptedBy: string
    acceptedAt: Date
    termsVersion: string
    monthlyEffect: StoredEffect
    shown: MonthlyEffect | null
  }>(sql`
    select actor_name as "acceptedBy", accepted_at as "acceptedAt", terms_version as "termsVersion",
           monthly_effect as "monthlyEffect", shown -> 'effect' as shown
      from license_order_consent where account_id = ${accountId} and order_id = ${orderId}`)
  if (!row) return null
  const { acceptedAt, monthlyEffect, ...consent } = row
  return {
    ...consent,
    acceptedDate: acceptedAt.toISOString(),
    // Stored when the order was submitted, because prices may have changed since then. Effects without a basis were
    // computed with list prices only.
    monthlyEffect: {
      ...monthlyEffect,
      totals: monthlyEffect.totals.map((total) => ({ basis: 'list', ...total })),
    },
  }
}

const findSteps = (tx: Tx, accountId: string, orderId: number): Promise<StepTaken[]> =>
  tx.query<StepTaken & Record<string, unknown>>(sql`
    select step, ${isoInstant(sql`at`)} as at, reason from license_order_step
     where account_id = ${accountId} and order_id = ${orderId} and line_id = 0
     order by order_step_rank(step)`)

export async function orderDetails(
  tx: Tx,
  scope: Scope,
  order: LicenseOrder,
): Promise<LicenseOrderDetails> {
  const lineItems = await listLineItems(tx, scope.accountId, order.id)
  const consent = await findConsent(tx, scope.accountId, order.id)
  const steps = await findSteps(tx, scope.accountId, order.id)
  return { ...order, steps, lineItems, consent }
}
