import sql from 'sql-template-tag'
import { plural } from '@portal/domain/kernel/plural'
import {
  findLicenseOfLine,
  linkLicenses,
  partLicense,
  refuseLink,
  type LicenseLink,
} from '../licenses/link-licenses.ts'
import type { Tx } from '../platform/database/database.ts'
import { recordHistories, type HistoryEntry } from '../platform/history/history.ts'
import { notFound } from '../platform/http/refusal.ts'
import { findItem } from './attention.queries.ts'
import { companyOf, type Done, type Resolving } from './resolving.ts'

/** The most links that one action creates. */
const most = 500

const linked = ({ fromId, licenseId }: LicenseLink): HistoryEntry => ({
  category: 'License',
  entryType: 'License Linked',
  description: `Linked the ordered license ${fromId} to the license ${licenseId} of the provider's records`,
})

/**
 * Links an ordered license to the license of a record. The item's id contains the id of the ordered line and the id of the
 * record.
 */
export async function link(tx: Tx, { item, sessionHash, authorIn }: Resolving): Promise<Done> {
  const accountId = companyOf(item)
  const [, lineId, licenseId] = /^(P-\d+) (.+)$/.exec(item.id) ?? []
  const fromId = lineId && (await findLicenseOfLine(tx, accountId, lineId))
  if (!fromId || !licenseId) throw notFound()
  const wanted = { fromId, licenseId }
  // Every listed pair can be linked, so only an unlisted pair needs a reason for its refusal.
  const isListed = await findItem(tx, sessionHash, 'licenses', item)
  if (!isListed) return refuseLink(tx, accountId, wanted)
  await linkLicenses(tx, accountId, authorIn(accountId).actorName, [wanted])
  return { message: `${fromId} and ${licenseId} are one license now.`, history: linked(wanted) }
}

/** Links the pairs whose words are all equal, the license that was ordered first before others. No license is linked twice. */
export async function linkAll(
  tx: Tx,
  { item, sessionHash, authorIn }: Resolving,
): Promise<Done | undefined> {
  const accountId = companyOf(item)
  const pairs = await tx.query<LicenseLink>(sql`
    select from_id as "fromId", license_id as "licenseId" from exact_licenses(${sessionHash}, ${accountId})`)
  const links = new Map<string, LicenseLink>()
  const taken = new Set<string>()
  for (const pair of pairs) {
    if (links.has(pair.fromId) || taken.has(pair.licenseId) || links.size === most) continue
    links.set(pair.fromId, pair)
    taken.add(pair.licenseId)
  }
  if (links.size === 0) return undefined
  const author = authorIn(accountId)
  await linkLicenses(tx, accountId, author.actorName, [...links.values()])
  await recordHistories(tx, author, [...links.values()].map(linked))
  return { message: `${plural(links.size, 'license')} linked.` }
}

export async function part(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const accountId = companyOf(item)
  const parted = await partLicense(tx, accountId, item.id)
  if (!parted) return undefined
  return {
    message: `${item.id} and ${parted} are two licenses again.`,
    history: {
      category: 'License',
      entryType: 'License Parted',
      description: `Took back the link of the ordered license ${item.id} to the license ${parted}`,
    },
  }
}
