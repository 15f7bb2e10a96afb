import sql, { raw } from 'sql-template-tag'
import { inTransaction, type Database, type Tx } from '../platform/database.ts'
import { importTurn } from '../platform/take-turn.ts'
import { checkStaged } from './checks.ts'
import { FileDefaults, type FileOptions } from './file-defaults.ts'
import { writeHistory } from './history.ts'
import { kinds } from './kinds.ts'
import { readRecords, type ImportProgress } from './read-records.ts'
import { Rejects, type Reject } from './rejects.ts'
import { countVerdicts, readReport, type ImportReport } from './report.ts'
import type { ImportSource } from './sources.ts'
import { Staging } from './staging.ts'
import { stagingTables } from './staging-tables.ts'

export interface ImportOptions extends FileOptions {
  /** Loads what is right and leaves out the rest; otherwise one rejected record stops everything. */
  skipRejects?: boolean
  /** Does everything, reports it, and undoes it. */
  dryRun?: boolean
  /** Hears of every rejected record, in no memory of ours. */
  onReject?: (reject: Reject) => void
  onProgress?: (progress: ImportProgress) => void
  /** Another import is running; this one waits for its end. */
  onWait?: () => void
}

/**
 * Takes portal records (NDJSON, see docs) into the database in one transaction: all of them or nothing.
 * `db` must connect as portal_system, which sees every company and may make temporary tables.
 *
 * Memory stays flat: the sources are read once, as streams, into staging tables, and merged by whole statements.
 * Half of the work is done while they are read: the lines of new invoices go straight to their place.
 * A record that says what was imported before touches nothing.
 *
 * Throws SourceProblem when a source cannot be read; what is wrong with records is in the report.
 */
export async function importRecords(
  db: Database,
  sources: ImportSource[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  return inTransaction(db, (tx) => importInTransaction(tx, sources, options))
}

/** The same as part of a transaction that writes down more with it. */
export async function importInTransaction(
  tx: Tx,
  sources: ImportSource[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  await takeTurn(tx, options.onWait)
  for (const table of stagingTables(kinds)) await tx.run(table)
  // A new invoice's lines are in their place before anybody knows whether all is well.
  await tx.run(raw('savepoint before_records'))
  const rejects = new Rejects(sources, options.onReject)
  const staging = new Staging(tx)
  const onProgress = options.onProgress ?? (() => {})
  const file = new FileDefaults(options)
  await readRecords({ sources, kinds, staging, rejects, file, onProgress })
  await tx.run(raw(`analyze ${kinds.map(({ table }) => table).join(', ')}`))
  await checkStaged(tx, kinds, rejects)
  const refused = rejects.any && !options.skipRejects
  if (!refused) await merge(tx)
  const outcome = refused ? 'refused' : options.dryRun ? 'dryRun' : 'loaded'
  const report = await readReport(tx, kinds, rejects, outcome)
  if (outcome !== 'loaded') await tx.run(raw('rollback to savepoint before_records'))
  return report
}

async function merge(tx: Tx): Promise<void> {
  for (const kind of kinds) {
    for (const statement of kind.merge) await tx.run(statement)
    await tx.run(countVerdicts(kind))
  }
  await tx.run(writeHistory(kinds))
}

/** One import at a time; the limits meant for web requests do not hold for it. */
async function takeTurn(tx: Tx, onWait: (() => void) | undefined): Promise<void> {
  await tx.run(raw('set local statement_timeout = 0'))
  await tx.run(raw('set local idle_in_transaction_session_timeout = 0'))
  await tx.run(raw('set local lock_timeout = 0'))
  // Enough for the trigger on the lines to look at half a million of them without a file.
  await tx.run(raw(`set local work_mem = '128MB'`))
  await tx.run(raw('set local jit = off'))
  await tx.run(raw('set local default_statistics_target = 10'))
  const turn = await tx.one<{ mine: boolean }>(sql`
    select pg_try_advisory_xact_lock(${importTurn}) as mine`)
  if (!turn?.mine) {
    onWait?.()
    await tx.run(sql`select pg_advisory_xact_lock(${importTurn})`)
  }
  // Long enough for a payment to end, short enough to tell that something is stuck.
  await tx.run(raw(`set local lock_timeout = '30s'`))
}
