import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { archiveHours, filesOf, type Downloadable } from '@portal/domain/invoices/downloads'
import type { Permission, Role } from '@portal/domain/kernel/permissions'
import { plural } from '@portal/domain/kernel/plural'
import { keepingMonth } from '../authorization/read-authorization.ts'
import { inTransaction, withAccount, type Database } from '../platform/database/database.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { isAutoPayOn } from './bank-accounts.queries.ts'
import { makeFile, type FileKind, type FileReader, type PrintDeps } from './selected-files.ts'

/** A worker makes that many invoices at once, so that several archives grow side by side. */
const invoicesAtOnce = 20

/**
 * Makes the next files of the archive that waits longest. Files that are made stay when a worker ends. Returns how many
 * invoices were done.
 */
export async function makeArchives(deps: PrintDeps, systemDb: Database): Promise<number> {
  const archive = await lease(systemDb)
  if (!archive) return 0
  const { accountId, id } = archive
  const reader = await findReader(systemDb, archive)
  const wanted = await withAccount(systemDb, accountId, (tx) =>
    tx.query<Wanted & Record<string, unknown>>(sql`
      select w.id::text as id, i.invoice_number as "invoiceNumber", i.source, i.is_late_fee as "isLateFee",
             i.has_pdf as "hasPdf", i.has_xls as "hasXls"
        from invoice_archive a
       cross join unnest(a.invoice_ids) with ordinality as w (id, place)
        left join invoice i on i.account_id = a.account_id and i.id = w.id
       where a.account_id = ${accountId} and a.id = ${id}
         and not exists (select from invoice_archive_part p
                          where p.account_id = a.account_id and p.archive_id = a.id and p.invoice_id = w.id)
       order by w.place limit ${invoicesAtOnce}`),
  )
  const monthOf = keepingMonth()
  for (const one of wanted) {
    const made: Partial<Record<FileKind, Buffer>> = {}
    if (reader && one.invoiceNumber !== null)
      for (const kind of filesOf(one)) {
        const file = await makeFile(deps, reader, one.invoiceNumber, kind, monthOf)
        if (file) made[kind] = await buffer(file)
      }
    // Without the archive, because the user stopped it, nothing is written.
    await systemDb.query(sql`
      insert into invoice_archive_part (account_id, archive_id, invoice_id, summary, details)
      select account_id, id, ${one.id}, ${made.summary ?? null}, ${made.details ?? null}
        from invoice_archive where account_id = ${accountId} and id = ${id} for key share
          on conflict do nothing`)
  }
  await finish(systemDb, archive)
  return wanted.length
}

interface Archive {
  accountId: string
  id: string
  actorAccountId: string
  userId: string
}

/** `invoiceNumber` is null if the invoice was withdrawn. */
type Wanted = Downloadable & { id: string; invoiceNumber: string | null }

async function lease(systemDb: Database): Promise<Archive | undefined> {
  const { rows } = await systemDb.query<Archive>(sql`
    update invoice_archive set leased_until = now() + interval '5 minutes'
     where (account_id, id) = (
       select account_id, id from invoice_archive a
        where leased_until < now()
          and cardinality(invoice_ids) > (select count(*) from invoice_archive_part p
                                           where p.account_id = a.account_id and p.archive_id = a.id)
        order by leased_until, requested_at for update skip locked limit 1)
    returning account_id as "accountId", id, actor_account_id as "actorAccountId", user_id as "userId"`)
  return rows[0]
}

/** Returns the user who asked, with the rights at present; undefined if the user may see no invoices now. */
async function findReader(db: Database, archive: Archive): Promise<FileReader | undefined> {
  const { accountId, actorAccountId, userId } = archive
  const { rows } = await db.query<
    Pick<FileReader, 'companyName' | 'isAutoPayOn'> & {
      role: Role
      permissions: Permission[]
      categoryIds: number[]
    }
  >(sql`
    select c.name as "companyName", ${isAutoPayOn(accountId)} as "isAutoPayOn", u.role, u.permissions,
           array(select g.invoice_category_id from user_category g
                  where g.account_id = u.account_id and g.user_id = u.id) as "categoryIds"
      from company c, portal_user u
     where c.account_id = ${accountId} and u.account_id = ${actorAccountId} and u.id = ${userId}
       and u.deactivated_at is null
       and (u.role = 'SuperAdmin' or (u.account_id = c.account_id and 'AccessInvoices' = any (u.permissions)))`)
  const [found] = rows
  if (!found) return undefined
  const { companyName, isAutoPayOn: isOn, role, permissions } = found
  const categoryIds = role === 'SuperAdmin' ? null : found.categoryIds
  return { accountId, companyName, isAutoPayOn: isOn, categoryIds, actor: { role, permissions } }
}

/** Ends the lease. When the last file is made, the user gets a mail, once. */
function finish(systemDb: Database, { accountId, id, actorAccountId, userId }: Archive) {
  return inTransaction(systemDb, async (tx) => {
    const ready = await tx.one<{ invoices: number; email: string | null }>(sql`
      update invoice_archive a
         set leased_until = now(), ready_at = case when part.done = cardinality(invoice_ids) then now() end
        from (select count(*) as done from invoice_archive_part
               where account_id = ${accountId} and archive_id = ${id}) as part
       where a.account_id = ${accountId} and a.id = ${id}
      returning cardinality(invoice_ids) as invoices,
                case when ready_at is not null then
                  (select address_key(email) from portal_user where account_id = ${actorAccountId} and id = ${userId}
                      and deactivated_at is null) end as email`)
    if (!ready?.email) return
    const heading = `The files of ${plural(ready.invoices, 'invoice')} are ready`
    await queueMail(tx, {
      accountId,
      about: `archive ${id}`,
      kind: 'files',
      recipients: [ready.email],
      subject: heading,
      heading,
      preview: 'Download them in the portal.',
      lead: `You asked for these files. The portal keeps them for ${archiveHours} hours.`,
      facts: [],
      button: {
        label: 'Download the files',
        path: `/invoices?files=open${actorAccountId === accountId ? '' : `&company=${accountId}`}`,
      },
    })
  })
}
