import sql, { empty, join, type Sql } from 'sql-template-tag'
import type {
  EquipmentDecision,
  EquipmentLine,
  EquipmentPage,
  EquipmentRequest,
  EquipmentRow,
} from '@portal/domain/equipment/equipment.schema'
import { fromCents } from '@portal/domain/kernel/money'
import type { Tx } from '../platform/database/database.ts'
import {
  countMatches,
  searchFrequency,
  textIs,
  type Frequency,
} from '../platform/database/text-search.ts'

const newestFirst = sql`order by r.order_date desc, r.equipment_request_id`

/** Selects the company's requests that match. Without a search, this is the table itself under row level security. */
function matches(accountId: string, asked: EquipmentPage, frequency: Frequency): Sql {
  const statusIs = asked.status ? [sql`r.external_order_status = ${asked.status}`] : []
  const [found] = textIs(asked)
  if (!found)
    return sql`equipment_request r
      where ${join([sql`r.account_id = ${accountId}`, ...statusIs], ' and ')}`
  if (frequency === 'rare')
    return sql`company_equipment_request r where ${join([...statusIs, found], ' and ')}`
  // The offset prevents the planner from merging the two steps, which would read in order of time and match each text.
  const where = statusIs[0] ? sql`where ${statusIs[0]}` : empty
  return sql`(select * from company_equipment_request r ${where} ${newestFirst} offset 0) r where ${found}`
}

export const equipmentFrequency = (tx: Tx, asked: EquipmentPage) =>
  searchFrequency(tx, sql`company_equipment_request r ${newestFirst}`, asked)

type Row = Omit<EquipmentRow, 'lineItems' | 'total'> & { lineItemCount: number; totalCents: number }

/** The statement that reads one page of a company's requests (a test explains it). */
export function equipmentPage(accountId: string, asked: EquipmentPage, frequency: Frequency): Sql {
  const { page, perPage } = asked
  return sql`
    select r.equipment_request_id as "equipmentRequestId", r.order_date as "orderDate",
           r.ordered_by as "orderedBy", r.external_order_status as "externalOrderStatus",
           r.customer_notes as "customerNotes", lines.count as "lineItemCount", lines.cents as "totalCents"
      from (select r.equipment_request_id, r.order_date, r.ordered_by, r.external_order_status, r.customer_notes
              from ${matches(accountId, asked, frequency)} ${newestFirst}
             limit ${perPage} offset ${(page - 1) * perPage}) r,
           lateral (select count(*), coalesce(sum(l.installation_fee_cents), 0)::bigint as cents
                      from equipment_line l
                     where l.account_id = ${accountId} and l.equipment_request_id = r.equipment_request_id) lines
     ${newestFirst}`
}

export async function listEquipment(
  tx: Tx,
  accountId: string,
  asked: EquipmentPage,
  frequency: Frequency,
): Promise<EquipmentRow[]> {
  const rows = await tx.query<Row>(equipmentPage(accountId, asked, frequency))
  return rows.map(({ lineItemCount, totalCents, ...row }) => ({
    ...row,
    total: fromCents(totalCents, 'USD'),
    lineItems: { lineItemCount },
  }))
}

/** Counts all matches; matches of a search are counted only up to a limit. */
export const countEquipment = (
  tx: Tx,
  accountId: string,
  asked: EquipmentPage,
  frequency: Frequency,
) => countMatches(tx, matches(accountId, asked, frequency), asked)

interface DecidedRow {
  at: Date
  totalCents: number
  shownCents: number | null
}

/** Ids are unique per company. */
export async function findEquipment(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<EquipmentRequest | undefined> {
  const ofRequest = sql`account_id = ${accountId} and equipment_request_id = ${id}`
  const [request, lines, decided] = await Promise.all([
    tx.one<Omit<EquipmentRequest, 'total' | 'lineItems' | 'decisions'>>(sql`
      select equipment_request_id as "equipmentRequestId", order_date as "orderDate",
             ordered_by as "orderedBy", external_order_status as "externalOrderStatus",
             customer_notes as "customerNotes"
        from equipment_request where ${ofRequest}`),
    listLines(tx, accountId, id),
    tx.query<Omit<EquipmentDecision, 'decidedAt' | 'total' | 'shownTotal'> & DecidedRow>(sql`
      select decision, actor_name as "decidedBy", decided_at as at, total_cents as "totalCents",
             shown_cents as "shownCents", terms
        from equipment_decision where ${ofRequest} order by id desc`),
  ])
  return (
    request && {
      ...request,
      total: fromCents(totalCents(lines), 'USD'),
      lineItems: { lineItemCount: lines.length, lineItems: lines.map(inDollars) },
      decisions: decided.map(({ at, totalCents, shownCents, ...decision }) => ({
        ...decision,
        decidedAt: at.toISOString(),
        total: fromCents(totalCents, 'USD'),
        shownTotal: shownCents && fromCents(shownCents, 'USD'),
      })),
    }
  )
}

export type LineRow = Omit<EquipmentLine, 'installationFee'> & { feeCents: number }

export function listLines(tx: Tx, accountId: string, id: string): Promise<LineRow[]> {
  return tx.query<LineRow>(sql`
    select id, equipment_name as "equipmentName", installation_fee_cents as "feeCents",
           equipment_type as "equipmentType", data_center as "dataCenter", notes
      from equipment_line
     where account_id = ${accountId} and equipment_request_id = ${id} order by line_no`)
}

export const totalCents = (lines: readonly LineRow[]) =>
  lines.reduce((sum, { feeCents }) => sum + feeCents, 0)

export const inDollars = ({ feeCents, ...line }: LineRow) => ({
  ...line,
  installationFee: fromCents(feeCents, 'USD'),
})
