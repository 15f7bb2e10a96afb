import sql from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { excludeImports } from '../platform/database/take-turn.ts'
import { presentId } from './held.queries.ts'
import { takeLicenseTurn } from './license-turn.ts'
import { noteRuns } from './settle-licenses.ts'

/**
 * Locks the ids of a company's licenses until the transaction ends. Imports are excluded first, because an import takes
 * the companies' locks in its own order.
 */
export async function holdLicenses(tx: Tx, accountId: string): Promise<void> {
  await excludeImports(tx)
  await takeLicenseTurn(tx, accountId)
}

/** A license that a person declares to be the license of a record. */
export interface LicenseLink {
  /** The current id of the license without a record. */
  fromId: string
  licenseId: string
}

/** Stores links that a person declares, for licenses without a record. */
export async function linkLicenses(
  tx: Tx,
  accountId: string,
  personName: string,
  links: readonly LicenseLink[],
): Promise<void> {
  await tx.run(sql`
    insert into license_alias (account_id, alias, is_id, license_id, said_by, said_at, said_name)
    select ${accountId}, alias, is_id, is_id, 'person', portal_now(), ${personName}
      from unnest(${links.map(({ fromId }) => fromId)}::text[], ${links.map(({ licenseId }) => licenseId)}::text[]) n (alias, is_id)`)
  await settle(tx, accountId)
}

/** Removes the link of a license, and returns the license that it was linked to; undefined if it is not linked. */
export async function partLicense(
  tx: Tx,
  accountId: string,
  alias: string,
): Promise<string | undefined> {
  const link = await tx.one<{ isId: string; by: 'record' | 'person' }>(sql`
    select is_id as "isId", said_by as by from license_alias where account_id = ${accountId} and alias = ${alias}`)
  if (link?.by === 'record') throw new Refusal(409, 'A record says so: correct the record.')
  if (!link) return undefined
  await tx.run(sql`delete from license_alias where account_id = ${accountId} and alias = ${alias}`)
  // The license may have run under another of its ids, which is noted again.
  await tx.run(sql`
    update license_order_line set has_run = false where account_id = ${accountId} and portal_id = ${alias}`)
  await settle(tx, accountId)
  return link.isId
}

async function settle(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`select settle_license_ids(array[${accountId}])`)
  await noteRuns(tx, [accountId])
}

/** Returns the current id of the license that a submitted line adds, changes or cancels; undefined if there is no such line. */
export async function findLicenseOfLine(
  tx: Tx,
  accountId: string,
  lineId: string,
): Promise<string | undefined> {
  const line = await tx.one<{ id: string }>(sql`
    select ${presentId(accountId, sql`case when x.adds then x.portal_id else x.license_id end`)} as id
      from asked_line x where x.account_id = ${accountId} and x.portal_id = ${lineId}`)
  return line?.id
}

/** Throws a Refusal with the reason why a license cannot be that of a record. */
export async function refuseLink(
  tx: Tx,
  accountId: string,
  { fromId, licenseId }: LicenseLink,
): Promise<never> {
  const known = await tx.one<{ is: string; records: string[]; item: string | null }>(sql`
    select ${presentId(accountId, sql`${licenseId}::text`)} as is,
           array(select license_id from provided_license
                  where account_id = ${accountId} and license_id in (${fromId}, ${licenseId})) as records,
           (select min(x.portal_id) from asked_line x
             where x.account_id = ${accountId} and x.adds and ${presentId(accountId, sql`x.portal_id`)} = ${licenseId}) as item`)
  const { is, records, item } = known!
  const reasons: [boolean, string][] = [
    [fromId === is, `It is ${is} already.`],
    [records.includes(fromId), `${fromId} has a record of its own.`],
    [!records.includes(licenseId), `${licenseId} has no record any more.`],
    [item !== null, `${licenseId} was ordered as ${item}.`],
    [true, `It has moved to another company, or ${licenseId} is of another order.`],
  ]
  const [, reason] = reasons.find(([isSo]) => isSo)!
  throw new Refusal(409, `${reason} Nothing was linked.`)
}
