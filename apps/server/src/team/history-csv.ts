import type { FileCell } from '@portal/domain/kernel/csv'
import type { HistoryFilter } from '@portal/domain/team/history.schema'
import { csvFile } from '../documents/documents.ts'
import type { Database } from '../platform/database/database.ts'
import { withScope, type Scope } from '../platform/database/scope.ts'
import { chainHead, chainPortion, type ChainedEntry } from './history.queries.ts'

const portion = 2000

const titles = [
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
  'Payment Id',
  'Seal Key',
  'Rewritten',
  'Previous Hash',
  'Hash',
]

/**
 * Exports the matching entries in the order of the chain, with everything that tools/verify-history.mjs needs. Each
 * portion is read in its own transaction, so that a slow download holds no connection.
 */
export function historyCsv(
  db: Database,
  scope: Scope,
  filter: HistoryFilter,
): AsyncGenerator<string> {
  return csvFile(titles, rows(db, scope, filter))
}

async function* rows(
  db: Database,
  scope: Scope,
  filter: HistoryFilter,
): AsyncGenerator<readonly FileCell[]> {
  const { accountId } = scope
  const head = await withScope(db, scope, (tx) => chainHead(tx, accountId))
  let beyond: number | undefined
  for (;;) {
    const entries = await withScope(db, scope, (tx) =>
      chainPortion(tx, accountId, filter, beyond, portion),
    )
    // Entries written after the export started are left to the next file.
    const told = entries.filter(({ position }) => position <= (head?.position ?? 0))
    yield* told.map((entry) => cells(accountId, entry))
    if (entries.length < portion) break
    beyond = entries.at(-1)?.position
  }
  const isWhole = Object.entries(filter).every(
    ([name, value]) => !value || name === 'companyFilter' || name === 'orderDescending',
  )
  yield ['End', isWhole ? 'whole history' : 'filtered', head?.position ?? 0, head?.hash ?? '']
}

function cells(accountId: string, entry: ChainedEntry): readonly FileCell[] {
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
    entry.paymentId,
    entry.sealKey,
    entry.rewritten,
    entry.previousHash,
    entry.hash,
  ]
}
