import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Database } from '../platform/database.ts'
import { readInScope, type Scope } from '../platform/scope.ts'
import { countInvoices, listInvoices, type Page } from './invoices.queries.ts'
import { readBalances } from './owed.queries.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const quality = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } })
// Somebody waits for the first: it halves the time of gzip's lowest and packs 1.2 MB ten times smaller.
const fastest = quality(1)
// Nobody waits for the second: 10 ms for half the size; higher levels take several times as long for a twentieth.
const thorough = quality(5)

export interface CachedList {
  /** The JSON array, brotli. */
  body: Buffer
  total: number
  packedWell: boolean
}

/**
 * Changes whenever the answer may: with the company's revision, what the person may see, and the page; and each day,
 * because a payment that the books do not explain puts its invoice on hold after some days.
 */
export function listTag(scope: Scope, { page, perPage }: Page): string {
  const seen = scope.categoryIds ? scope.categoryIds.join() : '*'
  const today = new Date().toISOString().slice(0, 10)
  const key = `${scope.accountId} ${scope.revision} ${today} ${seen} ${page} ${perPage}`
  return `"${createHash('sha256').update(key).digest('base64url').slice(0, 27)}"`
}

/**
 * Compressed lists by their tag. The tag carries company, categories and revision, so nothing in here can
 * reach another company or outlive a change, in this replica or another.
 */
export function invoiceListCache(db: Database) {
  const lists = new LRUCache<string, Promise<CachedList>>({ max: 2000 })

  return function cachedList(scope: Scope, page: Page): Promise<CachedList> {
    const tag = listTag(scope, page)
    const known = lists.get(tag)
    if (known) {
      // When the list cannot be had, its askers hear of it.
      void known.then(packWell).catch(() => {})
      return known
    }
    // The promise goes in, so that many askers at once make one query.
    const list = load(scope, page).catch((error: unknown) => {
      lists.delete(tag)
      throw error
    })
    lists.set(tag, list)
    return list
  }

  async function load(scope: Scope, page: Page): Promise<CachedList> {
    const balances = await readInScope(db, scope, (tx) => readBalances(tx, scope.accountId))
    const [json, total] = await readInScope(db, scope, (tx) =>
      Promise.all([listInvoices(tx, scope, page, balances), countInvoices(tx, scope)]),
    )
    return { body: await compress(json, fastest), total, packedWell: false }
  }
}

/** What is asked for again will be sent many times more, to everybody in the company. */
async function packWell(list: CachedList): Promise<void> {
  if (list.packedWell) return
  list.packedWell = true
  list.body = await compress(await decompress(list.body), thorough)
}
