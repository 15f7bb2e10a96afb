import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import type { Config } from '../config.ts'
import { importInTransaction } from '../import/import-records.ts'
import { SourceProblem, type ImportSource } from '../import/sources.ts'
import { inTransaction, queryOne, type Database } from '../platform/database.ts'
import { reportCollector } from './uploads.queries.ts'

interface Upload {
  id: string
  dryRun: boolean
  skipRejects: boolean
  tries: number
}

/** An import that fails this often for a reason that is not its records is given up. */
const triesAtMost = 5

/**
 * Imports the next upload that waits, with its report in the same transaction: a worker that dies on the way has
 * changed nothing, and another one begins anew. Answers whether there was one.
 */
export async function importUploads(
  systemDb: Database,
  log: { error: (details: object, message: string) => void },
  config: Pick<Config, 'booksContainPayments'>,
): Promise<number> {
  const upload = await nextUpload(systemDb)
  if (!upload) return 0
  try {
    await importUpload(systemDb, upload, config)
  } catch (error) {
    log.error({ err: error, uploadId: upload.id }, 'records could not be imported')
    await noteFailure(systemDb, upload, error)
  }
  return 1
}

/** Counted before it begins, so that one that takes its worker down is not tried for ever. */
function nextUpload(systemDb: Database): Promise<Upload | undefined> {
  return queryOne<Upload & Record<string, unknown>>(
    systemDb,
    sql`
    update record_upload u set tries = tries + 1, next_try_at = now() + interval '10 seconds' * tries
      from (select id from record_upload where state = 'waiting' and next_try_at <= now()
             order by created_at limit 1 for update skip locked) due
     where u.id = due.id
 returning u.id, u.dry_run as "dryRun", u.skip_rejects as "skipRejects", u.tries`,
  )
}

async function importUpload(
  systemDb: Database,
  upload: Upload,
  { booksContainPayments }: Pick<Config, 'booksContainPayments'>,
): Promise<void> {
  const { id, dryRun, skipRejects } = upload
  await inTransaction(systemDb, async (tx) => {
    // Held until the end: meanwhile nobody else takes it.
    const held = await tx.run(sql`
      select from record_upload where id = ${id} and state = 'waiting' for update skip locked`)
    if (!held) return
    const { onReject, stored } = reportCollector()
    const source = uploadSource(systemDb, id)
    const report = await importInTransaction(tx, [source], {
      dryRun,
      skipRejects,
      onReject,
      booksContainPayments,
    })
    await tx.run(sql`delete from record_chunk where upload_id = ${id}`)
    // Last, and not now(): that is when the transaction began.
    await tx.run(sql`
      update record_upload
         set state = 'done', finished_at = clock_timestamp(), report = ${JSON.stringify(stored(report))}::json
       where id = ${id}`)
  })
}

/** Its bytes, one piece in memory at a time; over a connection of its own, for the import's is busy. */
function uploadSource(systemDb: Database, id: string): ImportSource {
  async function* pieces() {
    for (let nth = 1; ; nth += 1) {
      const piece = await queryOne<{ content: Buffer }>(
        systemDb,
        sql`select content from record_chunk where upload_id = ${id} and nth = ${nth}`,
      )
      if (!piece) return
      yield piece.content
    }
  }
  return { name: 'records', open: () => Readable.from(pieces()) }
}

async function noteFailure(systemDb: Database, upload: Upload, error: unknown): Promise<void> {
  const problem = sourceProblem(error)
  if (!problem && upload.tries < triesAtMost) return
  const message =
    problem ?? 'The records could not be imported. Please ask whoever runs the portal.'
  await inTransaction(systemDb, async (tx) => {
    await tx.run(sql`set local statement_timeout = '10min'`)
    const failed = await tx.run(sql`
      update record_upload set state = 'failed', finished_at = clock_timestamp(), problem = ${message}
       where id = ${upload.id} and state = 'waiting'`)
    if (failed) await tx.run(sql`delete from record_chunk where upload_id = ${upload.id}`)
  })
}

/** What is wrong with the bytes themselves; another try would find the same. */
function sourceProblem(error: unknown): string | undefined {
  if (!(error instanceof SourceProblem)) return undefined
  if (!error.cause) return error.message
  const code = (error.cause as { code?: string } | undefined)?.code
  return code?.startsWith('Z_') ? `${error.message}.` : undefined
}
