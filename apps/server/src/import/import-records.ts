import sql, { raw } from 'sql-template-tag'
import { bookMovements } from '../invoices/book-movements.ts'
import { matchNotices } from '../invoices/transfer-notices.queries.ts'
import { settleLicenses } from '../licenses/settle-licenses.ts'
import { stopAutoPay } from '../payments/autopay/stop-autopay.ts'
import { inTransaction, type Database, type Tx } from '../platform/database/database.ts'
import { signChanges } from '../platform/history/history.ts'
import { importTurn } from '../platform/database/take-turn.ts'
import { checkStaged } from './checks.ts'
import { FileDefaults, type FileOptions } from './file-defaults.ts'
import { accessHistory, roleHistory, writeHistory } from './history.ts'
import type { Kind } from './kind.ts'
import { bookedByImport } from './kinds/invoice-movements.ts'
import { kinds } from './kinds.ts'
import { readRecords, type ImportProgress } from './read-records.ts'
import { Rejects, type Reject } from './rejects.ts'
import { countVerdicts, readReport, type ImportReport } from './report.ts'
import { requireOwnScopes } from './scopes.ts'
import type { ImportSource } from './sources.ts'
import { Staging } from './staging.ts'
import { stagingTables } from './staging-tables.ts'

export interface ImportOptions extends FileOptions {
  /** Loads valid records and skips the invalid ones; otherwise one rejected record stops the import. */
  skipRejects?: boolean
  /** Does everything, reports the result, and rolls back. */
  dryRun?: boolean
  /** The sender of the records. The database records it with changed bank details and super admins. */
  sender?: string
  /** The scopes of the key that sent the records; if absent, every kind is allowed. */
  scopes?: readonly string[]
  /** Receives every rejected record; the import itself keeps only a few of them. */
  onReject?: (reject: Reject) => void
  onProgress?: (progress: ImportProgress) => void
  /** Called when another import is running and this one has to wait. */
  onWait?: () => void
}

/**
 * Imports portal records (NDJSON, see docs) in one transaction, all or nothing. `db` must connect
 * as portal_system, which sees every company and may create temporary tables.
 *
 * Memory stays constant: the sources are read once, as streams, into staging tables, and merged by
 * set-based statements. Unchanged records cause no writes.
 *
 * Throws SourceProblem when a source cannot be read, and ForbiddenRecord for one outside the scopes; invalid records are
 * in the report.
 */
export async function importRecords(
  db: Database,
  sources: ImportSource[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  return inTransaction(db, (tx) => importInTransaction(tx, sources, options))
}

/** Like `importRecords`, as part of a transaction that writes more. */
export async function importInTransaction(
  tx: Tx,
  sources: ImportSource[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  await takeTurn(tx, options.onWait)
  await signChanges(tx, options.sender ?? 'Import')
  for (const table of stagingTables(kinds)) await tx.run(table)
  await tx.run(raw('savepoint before_records'))
  const rejects = new Rejects(sources, options.onReject)
  const staging = new Staging(tx)
  const onProgress = options.onProgress ?? (() => {})
  const file = new FileDefaults(options, await readFormerCompanies(tx))
  const { scopes } = options
  await readRecords({ sources, kinds, scopes, staging, rejects, file, onProgress })
  const sent = await kindsSent(tx)
  for (const { table, lists = {} } of sent)
    for (const one of [{ table }, ...Object.values(lists)])
      await tx.run(raw(`analyze ${one.table}`))
  await checkStaged(tx, sent, rejects, file.ofFormer)
  const refused = rejects.any && !options.skipRejects
  if (!refused) await merge(tx, sent)
  if (scopes) await requireOwnScopes(tx, scopes)
  const outcome = refused ? 'refused' : options.dryRun ? 'dryRun' : 'loaded'
  const report = await readReport(tx, kinds, rejects, outcome)
  if (outcome !== 'loaded') await tx.run(raw('rollback to savepoint before_records'))
  return report
}

/** Returns the merged companies: the books may still name them for months, in late invoices. */
async function readFormerCompanies(tx: Tx): Promise<Map<unknown, string>> {
  const rows = await tx.query<{ former: string; accountId: string }>(sql`
    select former_account_id as former, account_id as "accountId" from former_company`)
  return new Map(rows.map(({ former, accountId }) => [former, accountId]))
}

/** Returns the kinds that were sent. Most imports have one or two, and the statements of the other kinds would only take time. */
async function kindsSent(tx: Tx): Promise<Kind[]> {
  const found = kinds.map(
    ({ record, table }) => `select '${record}' as record where exists (select from ${table})`,
  )
  const rows = await tx.query<{ record: string }>(raw(found.join(' union all ')))
  const sent = new Set(rows.map(({ record }) => record))
  return kinds.filter(({ record }) => sent.has(record))
}

async function merge(tx: Tx, sent: Kind[]): Promise<void> {
  for (const kind of sent) {
    for (const statement of kind.merge) await tx.run(statement)
    await tx.run(countVerdicts(kind))
  }
  await stopAutoPayOfMerged(tx)
  await bookMovements(tx, bookedByImport)
  await matchNotices(tx)
  await settleTouchedLicenses(tx)
  await tx.run(writeHistory(kinds))
  await tx.run(roleHistory)
  await tx.run(accessHistory)
}

/** Ends AutoPay of merged companies: a company's consent to be charged covers only its own invoices. */
async function stopAutoPayOfMerged(tx: Tx): Promise<void> {
  const companies = await tx.query<{ accountId: string; formerName: string }>(sql`
    select s.account_id as "accountId", f.name as "formerName"
      from import_company s join former_company f on f.former_account_id = s.former_account_id
     where s.merges order by s.account_id`)
  for (const { accountId, formerName } of companies) await stopAutoPay(tx, accountId, formerName)
}

/**
 * Settles the licenses of companies whose licenses or orders the import changed. The tables are analyzed first, which only
 * their owner may do: without statistics, as after a first import, the matching of orders and licenses takes seconds.
 */
async function settleTouchedLicenses(tx: Tx): Promise<void> {
  const companies = await tx.query<{ accountId: string; added: number }>(sql`
    select account_id as "accountId", sum(added)::int as added
      from (select account_id, (verdict = 'inserted')::int as added
              from import_license where verdict in ('inserted', 'updated')
             union all
            -- A record of an order that stays as submitted may still name the licenses that its items became.
            select s.account_id, 0
              from import_license s
              join license_order o on o.account_id = s.account_id and o.external_id = s.external_id
              join license_order_line x on x.account_id = o.account_id and x.order_id = o.id
              join license_alias a on a.account_id = x.account_id and a.alias = x.portal_id
             where s.verdict = 'unchanged' and not x.has_run
             union all
            -- Stale records are included, because their ids are stored too.
            select account_id, (verdict = 'inserted')::int
              from import_provided_license where verdict in ('inserted', 'updated', 'stale')
             union all
            select account_id, 0 from import_company where merges
             union all
            select owner, 0 from import_delete where kind in ('license', 'licenseOrder') and verdict = 'deleted'
             union all
            select x.account_id, 0 from import_delete d join license_order_line x on x.portal_id = d.key
             where d.kind = 'license' and d.verdict = 'unchanged'
             union all
            select a.account_id, 0 from import_delete d join license_alias a on a.alias = d.key
             where d.kind = 'license' and d.verdict = 'unchanged') touched
     group by account_id
     order by account_id`)
  if (companies.reduce((all, { added }) => all + added, 0) > many)
    await tx.run(sql`select analyze_licenses()`)
  await settleLicenses(
    tx,
    companies.map(({ accountId }) => accountId),
  )
}

/** With this many new orders and licenses, the planner's statistics of their tables may be outdated. */
const many = 500

/** Allows one import at a time; the timeouts for web requests do not apply. */
async function takeTurn(tx: Tx, onWait: (() => void) | undefined): Promise<void> {
  await tx.run(raw('set local statement_timeout = 0'))
  await tx.run(raw('set local idle_in_transaction_session_timeout = 0'))
  await tx.run(raw('set local lock_timeout = 0'))
  // Enough memory for the trigger on the lines to process half a million lines.
  await tx.run(raw(`set local work_mem = '128MB'`))
  // Keeps the staged lines in memory. PostgreSQL ignores the setting in a session that already had temporary tables, as
  // behind PgBouncer.
  await tx.run(
    raw(
      `do $$ begin set local temp_buffers = '128MB'; exception when invalid_parameter_value then null; end $$`,
    ),
  )
  await tx.run(raw('set local jit = off'))
  await tx.run(raw('set local default_statistics_target = 10'))
  const turn = await tx.one<{ mine: boolean }>(sql`
    select pg_try_advisory_xact_lock(${importTurn}) as mine`)
  if (!turn?.mine) {
    onWait?.()
    await tx.run(sql`select pg_advisory_xact_lock(${importTurn})`)
  }
  // Long enough for a payment to finish, short enough to detect a deadlock.
  await tx.run(raw(`set local lock_timeout = '30s'`))
}
