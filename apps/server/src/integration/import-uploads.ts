import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import type { Config } from '../config.ts'
import { importInTransaction } from '../import/import-records.ts'
import { ForbiddenRecord } from '../import/scopes.ts'
import { SourceProblem, type ImportSource } from '../import/sources.ts'
import { inTransaction, queryOne, type Database } from '../platform/database/database.ts'
import { logStep } from '../platform/log/steps.ts'
import { forbiddenReport, reportCollector } from './uploads.queries.ts'

interface Upload {
  id: string
  dryRun: boolean
  skipRejects: boolean
  tries: number
  keyName: string
  scopes: string[]
}

type UploadConfig = Pick<Config, 'booksContainPayments' | 'page' | 'recordsLimits'>

/** An import that fails this many times for reasons other than its records is marked as failed. */
const triesAtMost = 5

/**
 * Imports the next waiting upload and stores its report in the same transaction: a worker that dies midway has changed
 * nothing, and another worker starts over. Keys take turns: between two uploads of one key, every other waiting key gets
 * one. Returns whether there was an upload.
 */
export async function importUploads(
  systemDb: Database,
  log: { error: (details: object, message: string) => void },
  config: UploadConfig,
): Promise<number> {
  const upload = await nextUpload(systemDb)
  if (!upload) return 0
  try {
    await importUpload(systemDb, upload, config)
  } catch (error) {
    if (!(error instanceof ForbiddenRecord))
      log.error({ err: error, uploadId: upload.id }, 'records could not be imported')
    await noteFailure(systemDb, upload, error)
  }
  return 1
}

/** Counts the try before it starts, so that an upload that crashes its worker is not retried forever. */
function nextUpload(systemDb: Database): Promise<Upload | undefined> {
  return queryOne<Upload & Record<string, unknown>>(
    systemDb,
    sql`
    with due as (
      select u.id, u.api_key_id, k.scopes, k.name || ' (' || k.prefix || ')' as key_name
         from record_upload u join api_key k on k.id = u.api_key_id
       where u.state = 'waiting' and u.next_try_at <= now()
       order by k.turn_at nulls first, u.created_at limit 1 for update of u skip locked),
    turn as (update api_key k set turn_at = now() from due where k.id = due.api_key_id)
    update record_upload u set tries = tries + 1, next_try_at = now() + interval '10 seconds' * tries
      from due where u.id = due.id
 returning u.id, u.dry_run as "dryRun", u.skip_rejects as "skipRejects", u.tries, due.key_name as "keyName", due.scopes`,
  )
}

async function importUpload(
  systemDb: Database,
  upload: Upload,
  { booksContainPayments, page, recordsLimits }: UploadConfig,
): Promise<void> {
  const { id, dryRun, skipRejects, keyName, scopes } = upload
  await inTransaction(systemDb, async (tx) => {
    // The lock prevents other workers from taking the upload until the transaction ends.
    const held = await tx.run(sql`
      select from record_upload where id = ${id} and state = 'waiting' for update skip locked`)
    if (!held) return
    const { onReject, stored } = reportCollector()
    const source = { ...uploadSource(systemDb, id), limits: recordsLimits }
    const report = await importInTransaction(tx, [source], {
      dryRun,
      skipRejects,
      sender: `API key ${keyName}`,
      scopes,
      onReject,
      booksContainPayments,
      providerDomain: page.providerDomain,
    })
    await tx.run(sql`delete from record_chunk where upload_id = ${id}`)
    // The time is set last, with clock_timestamp(), because now() is the start of the transaction.
    await tx.run(sql`
      update record_upload
         set state = 'done', finished_at = clock_timestamp(), report = ${JSON.stringify(stored(report))}::json
       where id = ${id}`)
    tx.afterCommit(() =>
      logStep('import.finished', {
        uploadId: id,
        code: dryRun ? 'dry_run' : report.rejected > 0 ? 'rejected' : 'done',
      }),
    )
  })
}

/**
 * Returns the upload's bytes, with one piece in memory at a time. A separate connection reads them, because the import
 * uses its own.
 */
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
  const forbidden = error instanceof ForbiddenRecord ? error.message : undefined
  const problem = forbidden ?? sourceProblem(error)
  if (!problem && upload.tries < triesAtMost) return
  const message =
    problem ?? 'The records could not be imported. Please ask the operator of the portal.'
  await inTransaction(systemDb, async (tx) => {
    await tx.run(sql`set local statement_timeout = '10min'`)
    const failed = await tx.run(sql`
      update record_upload set state = 'failed', finished_at = clock_timestamp(), problem = ${message},
             report = ${forbidden ? JSON.stringify(forbiddenReport) : null}::json
       where id = ${upload.id} and state = 'waiting'`)
    if (failed) await tx.run(sql`delete from record_chunk where upload_id = ${upload.id}`)
    if (failed) tx.afterCommit(() => logStep('import.failed', { uploadId: upload.id }))
  })
}

/** Returns an error of the bytes themselves, with which another try would fail the same way. */
function sourceProblem(error: unknown): string | undefined {
  if (!(error instanceof SourceProblem)) return undefined
  if (!error.cause) return error.message
  const code = (error.cause as { code?: string } | undefined)?.code
  return code?.startsWith('Z_') ? `${error.message}.` : undefined
}
