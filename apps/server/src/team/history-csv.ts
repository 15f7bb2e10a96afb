import { csvRow } from '@portal/domain/kernel/csv'
import type { HistoryFilter } from '@portal/domain/team/history.schema'
import type { Database } from '../platform/database.ts'
import { withScope, type Scope } from '../platform/scope.ts'
import { chainHead, chainPortion, type ChainedEntry } from './history.queries.ts'

const portion = 2000

const header = [
  'Position',
  'Id',
  'Account',
  'Created (UTC)',
  'User Id',
  'User Account',
  'User',
  'IP Address',
  'Category',
  'Type',
  'Description',
  'Previous Hash',
  'Hash',
]

/**
 * The matching entries in the order of the chain, with all that tools/verify-history.mjs needs to check them.
 * Read in portions, each in a transaction of its own, so that a slow download holds nothing.
 */
export async function* historyCsv(
  db: Database,
  scope: Scope,
  filter: HistoryFilter,
): AsyncGenerator<string> {
  const { accountId } = scope
  const head = await withScope(db, scope, (tx) => chainHead(tx, accountId))
  yield `\ufeff${csvRow(header)}`
  let beyond: number | undefined
  for (;;) {
    const entries = await withScope(db, scope, (tx) =>
      chainPortion(tx, accountId, filter, beyond, portion),
    )
    // What was written after the beginning belongs to the next file.
    const told = entries.filter(({ position }) => position <= (head?.position ?? 0))
    yield told.map((entry) => csvRow(cells(accountId, entry))).join('')
    if (entries.length < portion) break
    beyond = entries.at(-1)?.position
  }
  const isWhole = Object.entries(filter).every(
    ([name, value]) => !value || name === 'companyFilter' || name === 'orderDescending',
  )
  yield csvRow([
    'End',
    isWhole ? 'whole history' : 'filtered',
    head?.position ?? 0,
    head?.hash ?? '',
  ])
}

function cells(accountId: string, entry: ChainedEntry): (string | number)[] {
  return [
    entry.position,
    entry.id,
    accountId,
    entry.createdAt,
    entry.actorId,
    entry.actorAccountId,
    entry.actorName,
    entry.ipAddress,
    entry.category,
    entry.entryType,
    entry.description,
    entry.previousHash,
    entry.hash,
  ]
}
