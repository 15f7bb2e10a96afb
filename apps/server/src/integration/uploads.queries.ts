import sql from 'sql-template-tag'
import type { RecordsReport } from '@portal/domain/integration/records.schema'
import type { ImportReport } from '../import/report.ts'
import type { Reject } from '../import/rejects.ts'
import { queryOne, type Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'

/** The stored part of a finished upload's report. */
export interface StoredReport extends Pick<
  RecordsReport,
  'kinds' | 'totals' | 'unread' | 'formerNumbers' | 'rejected' | 'rejects'
> {
  outcome: ImportReport['outcome'] | 'forbidden'
}

const nothing: Omit<StoredReport, 'outcome'> = {
  kinds: {},
  totals: [],
  unread: [],
  formerNumbers: { records: 0, withoutPresent: 0 },
  rejected: 0,
  rejects: [],
}
/** The report of an upload with a record outside the scopes of its key. */
export const forbiddenReport: StoredReport = { outcome: 'forbidden', ...nothing }

/** The most uploads per key that may wait for their import. */
const openAtMost = 20

export async function beginUpload(
  db: Database,
  digest: Buffer,
  { dryRun, skipRejects }: { dryRun: boolean; skipRejects: boolean },
): Promise<string> {
  const begun = await queryOne<{ id: string | null }>(
    db,
    sql`select begin_upload(${digest}, ${dryRun}, ${skipRejects}, ${openAtMost}) as id`,
  )
  if (!begun?.id)
    throw new Refusal(
      429,
      'Too many uploads of this key are waiting for their import. Please try again later.',
    )
  return begun.id
}

export async function addToUpload(
  db: Database,
  digest: Buffer,
  id: string,
  nth: number,
  content: Buffer,
): Promise<void> {
  const added = await queryOne<{ mine: boolean }>(
    db,
    sql`select add_to_upload(${digest}, ${id}, ${nth}, ${content}) as mine`,
  )
  if (!added?.mine) throw new Refusal(401, 'The key is no longer valid.')
}

export async function endUpload(
  db: Database,
  digest: Buffer,
  id: string,
  isWhole: boolean,
): Promise<void> {
  await db.query(sql`select end_upload(${digest}, ${id}, ${isWhole})`)
}

interface UploadRow {
  id: string
  state: 'receiving' | 'waiting' | 'done' | 'failed'
  createdAt: Date
  bytes: number
  finishedAt: Date | null
  report: StoredReport | null
  problem: string | null
}

export async function findUpload(
  db: Database,
  digest: Buffer,
  id: string,
): Promise<RecordsReport | undefined> {
  const row = await queryOne<UploadRow & Record<string, unknown>>(
    db,
    sql`
    select id, state, created_at as "createdAt", bytes, finished_at as "finishedAt", report, problem
      from find_upload(${digest}, ${id})`,
  )
  return row && toReport(row)
}

function toReport({
  id,
  state,
  createdAt,
  bytes,
  finishedAt,
  report,
  problem,
}: UploadRow): RecordsReport {
  // An older release stored fewer parts.
  const { outcome, ...told } = {
    ...nothing,
    outcome: state === 'done' ? ('failed' as const) : state,
    ...report,
  }
  return {
    id,
    state: outcome,
    message: problem ?? messages[outcome](told.rejected),
    bytes,
    receivedAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    ...told,
  }
}

const messages: Record<RecordsReport['state'], (rejected: number) => string> = {
  receiving: () => 'The records are being received.',
  waiting: () => 'The records are waiting for their import, or are being imported.',
  loaded: (rejected) =>
    rejected
      ? `Loaded, except for ${rejected} rejected ${rejected === 1 ? 'record' : 'records'}.`
      : 'Loaded.',
  refused: (rejected) =>
    `Nothing was changed: ${rejected} ${rejected === 1 ? 'record was' : 'records were'} rejected.`,
  dryRun: () => 'Dry run: nothing was changed.',
  failed: () => 'The records could not be read.',
  forbidden: () => 'The key may not deliver these records. Nothing was changed.',
}

/** The most rejects that are stored with their reasons. */
const rejectsKept = 1000
const shortened = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** Collects the results of an import for its report. */
export function reportCollector() {
  const rejects: RecordsReport['rejects'] = []
  return {
    onReject({ line, field, reason }: Reject): void {
      if (rejects.length < rejectsKept)
        rejects.push({ line, field: shortened(field), reason: shortened(reason) })
    },
    stored({
      outcome,
      kinds,
      totals,
      unread,
      formerNumbers,
      rejected,
    }: ImportReport): StoredReport {
      const all = Object.fromEntries(kinds)
      return { outcome, kinds: all, totals, unread, formerNumbers, rejected, rejects }
    },
  }
}
