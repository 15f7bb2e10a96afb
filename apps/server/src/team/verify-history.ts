import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { withAccount, type Database, type Tx } from '../platform/database/database.ts'
import { chainHead, rewrites } from './history.queries.ts'

export interface Verdict {
  /** The number of verified entries, counted from the first. */
  verified: number
  /** The number of these entries whose text was changed by erasures; their seals are not recomputed (decision 0009). */
  rewritten: number
  head: { position: number; hash: string }
  /** The first problem, worded for a person; undefined if the chain is intact. */
  problem: string | undefined
}

const portion = 5000
const nothing = '0'.repeat(64)

/** The parts of an entry, in the order in which they are hashed. */
type Parts = readonly (string | null)[]

interface Link {
  position: number
  hash: string
  entryId: string
  /** The sealed parts; null if the entry is missing. */
  parts: Parts | null
  /** The hashes of the entry's changed texts, newest first. */
  rewrites: string[]
}

/**
 * Verifies a company's chain from its first entry, and stops at the first entry that was edited, removed, moved or cut off.
 * `known` is an end of the chain that was stored elsewhere: it detects a chain that was cut off or rewritten entirely.
 */
export async function verifyHistory(
  systemDb: Database,
  accountId: string,
  known?: { position: number; hash: string },
): Promise<Verdict> {
  const inCompany = <T>(read: (tx: Tx) => Promise<T>) => withAccount(systemDb, accountId, read)
  const head = (await inCompany((tx) => chainHead(tx, accountId))) ?? { position: 0, hash: nothing }
  let [verified, rewritten] = [0, 0]
  let previous = nothing
  const found = (problem: string | undefined): Verdict => ({ verified, rewritten, head, problem })
  for (;;) {
    // Reads up to the end that was read first, because the history may grow meanwhile.
    const links = await inCompany((tx) => nextLinks(tx, accountId, verified, head.position))
    for (const link of links) {
      const problem = examine(link, verified + 1, previous)
      if (problem) return found(problem)
      if (known && link.position === known.position && link.hash !== known.hash)
        return found(`Entry ${link.position} is not the one whose hash was kept.`)
      verified = link.position
      if (link.rewrites.length > 0) rewritten += 1
      previous = link.hash
    }
    if (links.length < portion) break
  }
  if (verified !== head.position || previous !== head.hash)
    return found(`The history was cut off after entry ${verified}: it had ${head.position}.`)
  if (known && known.position > verified)
    return found(`The history was cut off after entry ${verified}: it had ${known.position}.`)
  const beyond = await inCompany((tx) => linkAfterHead(tx, accountId))
  if (beyond) return found(`Entry ${beyond.position} is after the end of the chain.`)
  const loose = await inCompany((tx) => looseEntry(tx, accountId))
  return found(loose && `Entry ${loose.id} was inserted outside the chain.`)
}

function examine(link: Link, expected: number, previous: string): string | undefined {
  if (link.position !== expected) return `Entry ${expected} was removed.`
  if (!link.parts) return `Entry ${expected} (id ${link.entryId}) was removed.`
  const { parts, rewrites } = link
  // For an erased text, the stored hash of the changed text is compared, which is computed from the previous hash; the
  // entry's seal is not recomputed.
  const [hash, before] = [...rewrites, link.hash, previous] as [string, string]
  if (hashOf(before, parts) !== hash)
    return `Entry ${expected} (id ${link.entryId}) was edited or moved.`
  return undefined
}

/**
 * Computes the hash like the database: the previous hash, the version, then every part after its length in bytes. Entries
 * of version 2 have no key, and no part for it.
 */
function hashOf(previous: string, parts: Parts): string {
  const isOld = parts.slice(12).every((part) => part === null)
  const sealed = isOld ? parts.slice(0, 12) : parts
  return sha256(previous, `${isOld ? 'v2' : 'v3'}${sealed.map(withLength).join('')}`)
}

const withLength = (part: string | null) =>
  part === null ? '-' : `${Buffer.byteLength(part)}:${part}`

const sha256 = (previous: string, text: string) =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(text).digest('hex')

function nextLinks(tx: Tx, accountId: string, after: number, last: number): Promise<Link[]> {
  return tx.query<Link>(sql`
    select s.position, encode(s.hash, 'hex') as hash, s.entry_id::text as "entryId",
           coalesce(r.hashes, '{}') as rewrites,
           case when e.id is not null then array[
             e.account_id, s.position::text, e.id::text,
             to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
             e.actor_id::text, e.actor_account_id, e.actor_name,
             e.ip_address, e.category, e.entry_type, e.description, e.payment_id::text,
             e.seal_key::text, e.rewritten] end as parts
      from history_seal s
      left join history_entry e on e.account_id = s.account_id and e.id = s.entry_id
      left join (${rewrites(accountId)}) r on r.entry_id = s.entry_id::text
     where s.account_id = ${accountId} and s.position > ${after} and s.position <= ${last}
     order by s.position limit ${portion}`)
}

/** An entry and the end of its chain are written in one transaction. */
function linkAfterHead(tx: Tx, accountId: string): Promise<{ position: number } | undefined> {
  return tx.one(sql`
    select s.position from history_seal s
     where s.account_id = ${accountId}
       and s.position > coalesce((select h.position from history_head h where h.account_id = ${accountId}), 0)
     order by s.position limit 1`)
}

function looseEntry(tx: Tx, accountId: string): Promise<{ id: string } | undefined> {
  return tx.one(sql`
    select e.id::text as id from history_entry e
     where e.account_id = ${accountId}
       and not exists (select from history_seal s where s.account_id = e.account_id and s.entry_id = e.id)
     order by e.id limit 1`)
}
