import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Database } from '../platform/database.ts'
import { readInScope, type Scope } from '../platform/scope.ts'
import { countInvoices, listInvoices, type Page } from './invoices.queries.ts'

const compress = promisify(brotliCompress)
// Level 1 halves the time of gzip's lowest and packs 1.2 MB ten times smaller.
const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

export interface CachedList {
  /** The JSON array, brotli. */
  body: Buffer
  total: number
}

/** Changes whenever the answer may: with the company's revision, what the person may see, and the page. */
export function listTag(scope: Scope, { page, perPage }: Page): string {
  const seen = scope.categoryIds ? scope.categoryIds.join() : '*'
  const key = `${scope.accountId} ${scope.revision} ${seen} ${page} ${perPage}`
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
    if (known) return known
    // The promise goes in, so that many askers at once make one query.
    const list = load(scope, page).catch((error: unknown) => {
      lists.delete(tag)
      throw error
    })
    lists.set(tag, list)
    return list
  }

  async function load(scope: Scope, page: Page): Promise<CachedList> {
    const [json, total] = await readInScope(db, scope, (tx) =>
      Promise.all([listInvoices(tx, scope, page), countInvoices(tx, scope)]),
    )
    return { body: await compress(json, fastest), total }
  }
}
