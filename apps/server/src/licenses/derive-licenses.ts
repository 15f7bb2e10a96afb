import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../platform/database.ts'
import { takeTurn } from '../platform/take-turn.ts'
import {
  latest,
  LicenseRegister,
  type License,
  type LicenseState,
  type OrderedLine,
} from './license-register.ts'

/**
 * Serializes changes of a company's licenses until the transaction ends, for two orders that cancel
 * one license, or an order and an import. Both lock the order's row first.
 */
export const takeLicenseTurn = (tx: Tx, accountId: string) => takeTurn(tx, 'licenses', accountId)

/** Recomputes a company's licenses from all its submitted orders, after an import changed some or their status. */
export async function deriveLicenses(tx: Tx, accountId: string): Promise<void> {
  await takeLicenseTurn(tx, accountId)
  const register = new LicenseRegister()
  for (const line of await listOrderedLines(tx, accountId, sql`true`)) register.apply(line)
  const { licenses } = register
  await tx.run(sql`
    delete from license
     where account_id = ${accountId} and license_id <> all (${licenses.map(idOf)}::text[])`)
  await saveLicenses(tx, accountId, licenses)
}

/** Applies an order that was just submitted and returns its lines; each names its license, or adds one. */
export async function applyOrder(
  tx: Tx,
  accountId: string,
  orderId: number,
): Promise<OrderedLine[]> {
  const lines = await listOrderedLines(tx, accountId, sql`o.id = ${orderId}`)
  const ids = lines.flatMap(({ licenseId }) => licenseId ?? [])
  const register = new LicenseRegister(await findLicenses(tx, accountId, ids))
  for (const line of lines) register.apply(line)
  await saveLicenses(tx, accountId, register.licenses)
  return lines
}

const idOf = ({ licenseId }: License) => licenseId

/** Imported items are not bound to the rules of the portal's items. */
const listOrderedLines = (tx: Tx, accountId: string, which: Sql) =>
  tx.query<OrderedLine>(sql`
    select l.portal_id as "addedId", o.id as "orderId",
           case when item ->> 'customerOrderRequestTypeId' in ('1', '2', '3')
                then (item ->> 'customerOrderRequestTypeId')::int else 0 end as type,
           coalesce(item ->> 'productSku', '') as "productSku", coalesce(item ->> 'networkName', '') as "networkName",
           trim(coalesce(item ->> 'userName', '')) as "userName", coalesce(item ->> 'ipAddress', '') as "ipAddress",
           coalesce(item ->> 'oldNetworkName', '') as "oldNetworkName",
           trim(coalesce(item ->> 'oldUserName', '')) as "oldUserName",
           coalesce(item ->> 'oldIPAddress', '') as "oldIPAddress",
           coalesce(item ->> 'coveredCompany', '') as "coveredCompany", l.license_id as "licenseId",
           day_or(item ->> 'dateRequired', (o.submitted_at at time zone 'UTC')::date) as day
      from license_order o
      join license_order_line l on l.account_id = o.account_id and l.order_id = o.id
     where o.account_id = ${accountId} and o.status = 'Submitted' and ${which}
       -- What the provider rejected has no effect; a line without a status of its own follows its order.
       and 'Rejected' is distinct from coalesce(
             (select k.step from license_order_step k
               where k.account_id = l.account_id and k.order_id = l.order_id and k.line_id = l.line_id
               order by order_step_rank(k.step) desc limit 1), o.step)
     order by o.submitted_at, o.id, l.line_no`)

async function findLicenses(tx: Tx, accountId: string, ids: readonly string[]): Promise<License[]> {
  const rows = await tx.query<Omit<License, 'states'> & LicenseState & { former: LicenseState[] }>(
    sql`
    select license_id as "licenseId", product_sku as "productSku", covered_company as "coveredCompany",
           order_id as "orderId", ends_on as "endsOn", changed_on as "startsOn", network_name as "networkName",
           user_name as "userName", ip_address as "ipAddress",
           (select coalesce(json_agg(json_build_object(
                     'startsOn', f.starts_on, 'networkName', f.network_name, 'userName', f.user_name,
                     'ipAddress', f.ip_address) order by f.starts_on), '[]')
              from former_license f
             where f.account_id = l.account_id and f.license_id = l.license_id) as former
      from license l
     where account_id = ${accountId} and license_id = any (${ids}::text[])`,
  )
  return rows.map(({ former, startsOn, networkName, userName, ipAddress, ...license }) => {
    const last = { startsOn, networkName, userName, ipAddress }
    const [first, ...rest] = [...former, last]
    return { ...license, states: [first ?? last, ...rest] }
  })
}

/** Writes only missing or changed rows. */
async function saveLicenses(
  tx: Tx,
  accountId: string,
  licenses: readonly License[],
): Promise<void> {
  const states = licenses.map(latest)
  await tx.run(sql`
    insert into license (account_id, license_id, product_sku, covered_company, starts_on, ends_on, network_name,
                         user_name, ip_address, changed_on, order_id)
    select ${accountId}, * from unnest(
      ${licenses.map(idOf)}::text[], ${licenses.map(({ productSku }) => productSku)}::text[],
      ${licenses.map(({ coveredCompany }) => coveredCompany)}::text[],
      ${licenses.map((license) => license.states[0].startsOn)}::date[],
      ${licenses.map(({ endsOn }) => endsOn)}::date[], ${states.map(({ networkName }) => networkName)}::text[],
      ${states.map(({ userName }) => userName)}::text[], ${states.map(({ ipAddress }) => ipAddress)}::text[],
      ${states.map(({ startsOn }) => startsOn)}::date[], ${licenses.map(({ orderId }) => orderId)}::bigint[])
        on conflict (account_id, license_id) do update
       set product_sku = excluded.product_sku, covered_company = excluded.covered_company,
           starts_on = excluded.starts_on, ends_on = excluded.ends_on, network_name = excluded.network_name,
           user_name = excluded.user_name, ip_address = excluded.ip_address, changed_on = excluded.changed_on,
           order_id = excluded.order_id
     where license is distinct from excluded`)
  await tx.run(sql`
    delete from former_license
     where account_id = ${accountId} and license_id = any (${licenses.map(idOf)}::text[])`)
  const former = licenses.flatMap(({ licenseId, states: all }) =>
    all.slice(0, -1).map((state) => ({ ...state, licenseId })),
  )
  if (former.length === 0) return
  await tx.run(sql`
    insert into former_license (account_id, license_id, starts_on, network_name, user_name, ip_address)
    select ${accountId}, * from unnest(
      ${former.map(({ licenseId }) => licenseId)}::text[], ${former.map(({ startsOn }) => startsOn)}::date[],
      ${former.map(({ networkName }) => networkName)}::text[], ${former.map(({ userName }) => userName)}::text[],
      ${former.map(({ ipAddress }) => ipAddress)}::text[])`)
}
