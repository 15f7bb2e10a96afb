import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { archiveHours, type Downloadable } from '@portal/domain/invoices/downloads'
import type { InvoiceArchive } from '@portal/domain/invoices/invoices.schema'
import { plural } from '@portal/domain/kernel/plural'
import type { Deps } from '../deps.ts'
import type { ZippedFile } from '../documents/documents.ts'
import type { Tx } from '../platform/database/database.ts'
import { withScope, type Scope } from '../platform/database/scope.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { visibleCategories } from '../session/visible-categories.ts'
import { namedOnce } from './documents/download-names.ts'
import { fileNameOf, findWithFiles, type FileKind } from './selected-files.ts'

const ofUser = ({ accountId, actor }: Scope) =>
  sql`a.account_id = ${accountId} and a.user_id = ${actor.userId}`

/** Has a worker make the files of these invoices; they replace those that the user asked for before. */
export async function startArchive(tx: Tx, scope: Scope, invoiceIds: readonly string[]) {
  const found = await findWithFiles(tx, scope, invoiceIds)
  const before = await findArchive(tx, scope)
  if (before && before.keptUntil === null)
    throw new Refusal(409, 'Other files are being prepared for you. Wait for them, or stop them.')
  await tx.run(sql`delete from invoice_archive a where ${ofUser(scope)}`)
  const started = await tx.one<{ id: string }>(sql`
    insert into invoice_archive (account_id, actor_account_id, user_id, invoice_ids)
    values (${scope.accountId}, ${scope.actor.accountId}, ${scope.actor.userId}, ${found.map(({ id }) => id)}::bigint[])
        on conflict (account_id, user_id) do nothing returning id`)
  // The user asked twice at the same time.
  if (started)
    await recordHistory(tx, authorOf(scope), {
      category: 'Invoice',
      entryType: 'Download',
      description: `Asked for the files of ${plural(found.length, 'invoice')} as ZIP`,
    })
  return findArchive(tx, scope)
}

export const deleteArchive = (tx: Tx, scope: Scope) =>
  tx.run(sql`delete from invoice_archive a where ${ofUser(scope)}`)

/** Returns how far the user's archive is, or null if there is none. It is ready exactly if `keptUntil` is known. */
export async function findArchive(tx: Tx, scope: Scope): Promise<InvoiceArchive | null> {
  const found = await tx.one<InvoiceArchive>(sql`
    select invoices, done,
           case when done = invoices then ready_at + make_interval(hours => ${archiveHours}) end as "keptUntil"
      from invoice_archive a,
           lateral (select cardinality(invoice_ids) as invoices,
                           (select count(*)::int from invoice_archive_part p
                             where p.account_id = a.account_id and p.archive_id = a.id) as done) as progress
     where ${ofUser(scope)}`)
  return found ?? null
}

/** Returns the files of a ready archive that the user may see now. Throws `notFound` if none is ready. */
export async function archiveFiles(
  deps: Pick<Deps, 'db'>,
  scope: Scope,
  folder: string,
): Promise<ZippedFile[]> {
  const invoices = await withScope(deps.db, scope, async (tx) => {
    const archive = await findArchive(tx, scope)
    if (!archive?.keptUntil) throw notFound()
    await recordHistory(tx, authorOf(scope), {
      category: 'Invoice',
      entryType: 'Download',
      description: `Downloaded the files of ${plural(archive.invoices, 'invoice')} as ZIP`,
    })
    return tx.query<Part & Record<string, unknown>>(sql`
      select p.archive_id as "archiveId", i.id::text as id, i.invoice_number as "invoiceNumber", i.source,
             p.summary is not null as summary, p.details is not null as details
        from invoice_archive a
        join invoice_archive_part p on p.account_id = a.account_id and p.archive_id = a.id
        join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
       where ${ofUser(scope)} ${visibleCategories(scope)}
       order by i.invoice_date desc, i.id desc`)
  })
  return namedOnce(
    invoices.flatMap((one) =>
      (['summary', 'details'] as const)
        .filter((kind) => one[kind])
        .map((kind) => ({
          path: `${folder}/${fileNameOf(one, kind)}`,
          open: () => readPart(deps, scope, one, kind),
        })),
    ),
  )
}

interface Part extends Pick<Downloadable, 'source'>, Record<FileKind, boolean> {
  archiveId: string
  id: string
  invoiceNumber: string
}

function readPart({ db }: Pick<Deps, 'db'>, scope: Scope, part: Part, kind: FileKind) {
  return withScope(db, scope, async (tx) => {
    const found = await tx.one<Record<FileKind, Buffer | null>>(sql`
      select summary, details from invoice_archive_part
       where account_id = ${scope.accountId} and archive_id = ${part.archiveId} and invoice_id = ${part.id}`)
    const content = found?.[kind]
    if (!content) throw new Error('The archive was deleted while it was read')
    return Readable.from([content])
  })
}
