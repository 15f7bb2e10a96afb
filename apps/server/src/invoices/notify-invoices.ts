import sql from 'sql-template-tag'
import type { BookLine } from '@portal/domain/invoices/book-lines'
import { newsOf } from '@portal/domain/invoices/invoice-news'
import { copiesOf } from '@portal/domain/invoices/mailbox-copies'
import { isOfPortal, movementKinds } from '@portal/domain/invoices/movements'
import { withAccount, type Database, type Tx } from '../platform/database/database.ts'
import { queueMail, queueMails, type Mail } from '../platform/mail/mail-queue.ts'
import type { Deps } from '../deps.ts'
import type { WorkerLog } from '../platform/log/security-log.ts'
import { mailOfChanges, mailOfCopy, mailOfNew, type MailedNews } from './invoice-mails.ts'
import { findMailboxes, findReaders, mailboxKind } from './invoice-readers.ts'
import { balanceDueCents, hasBeenCharged, joinBalances, readBalances } from './owed.queries.ts'

/** The most companies of one round. */
const mostCompanies = 100

/** Lines of card payments are not told here: their payer gets receipts. */
const kindsOfBooks = movementKinds.filter(
  (kind) => !isOfPortal({ kind, method: null, isCredit: false }),
)

type NewsDeps = Pick<Deps, 'autoPayWords'> & { log: WorkerLog }

interface Untold {
  accountId: string
  toldMovement: number
}

/**
 * Mails what the books say about invoices since the last lines that mails know: new and changed invoices to the users who
 * may see them, and invoices to mailboxes outside. Ten minutes after the first line, so that the parts of one night are
 * one mail. Returns the number of companies. Any number of workers may run this: the mails and the note of what they know
 * are one transaction.
 */
export async function notifyInvoices(deps: NewsDeps, systemDb: Database): Promise<number> {
  const { rows } = await systemDb.query<Untold>(sql`
    select c.account_id as "accountId", c.told_movement as "toldMovement"
      from company c
     cross join lateral (
           select m.noted_at from invoice_movement m
            where m.account_id = c.account_id and m.id > c.told_movement order by m.id limit 1) first
     where first.noted_at <= portal_now() - interval '10 minutes'
     order by c.account_id limit ${mostCompanies}`)
  const errors: unknown[] = []
  let told = 0
  for (const untold of rows)
    await withAccount(systemDb, untold.accountId, (tx) => tell(tx, untold, deps)).then(
      (count) => (told += count),
      // The mails of other companies must not wait for this one.
      (error: unknown) => errors.push(error),
    )
  if (errors.length > 0) throw errors[0]
  return told
}

async function tell(
  tx: Tx,
  { accountId, toldMovement }: Untold,
  { log, autoPayWords }: NewsDeps,
): Promise<number> {
  // Of several workers, the first one writes the mails.
  const known = await tx.one<{ last: number }>(sql`
    update company c
       set told_movement = (select max(id) from invoice_movement m where m.account_id = c.account_id)
     where account_id = ${accountId} and told_movement = ${toldMovement}
 returning told_movement as last`)
  if (!known) return 0
  const invoices = await readTold(tx, accountId, toldMovement, known.last)
  if (invoices.length === 0) return 1
  const words = await autoPayWords(tx, accountId)
  for (const one of invoices) one.sentence = words.get(one.invoiceNumber)?.sentence
  await tellUsers(tx, accountId, known.last, invoices, log)
  await sendCopies(tx, accountId, invoices)
  return 1
}

type Read = Omit<MailedNews, 'changes'> & {
  lines: BookLine[]
  isPastOpen: boolean
  wasTold: boolean
  toldMovement: number
}

/** Reads the invoices with new lines of the books, with all their lines, in the order of the list. */
async function readTold(tx: Tx, accountId: string, after: number, last: number): Promise<Read[]> {
  const touched = await tx.query<{ number: string }>(sql`
    select distinct invoice_number as number from invoice_movement
     where account_id = ${accountId} and id > ${after} and id <= ${last} and kind = any (${kindsOfBooks})`)
  const numbers = touched.map(({ number }) => number)
  const balances = await readBalances(tx, accountId, sql`i.invoice_number = any (${numbers})`)
  const rows = await tx.query<Read & Record<string, unknown>>(sql`
    select m.invoice_number as "invoiceNumber", newest.invoice_category_id as "categoryId",
           coalesce(c.name, '') as category, newest.invoice_date as "invoiceDate",
           coalesce(i.due_date, newest.due_date) as "dueDate", coalesce(i.currency, newest.currency) as currency,
           i.amount_cents as "amountCents",
           coalesce(case when not ${hasBeenCharged} then ${balanceDueCents} end, 0) as "dueCents",
           i.source, i.is_late_fee as "isLateFee", i.has_pdf as "hasPdf", i.has_xls as "hasXls",
           m.lines, ${after}::bigint as "toldMovement", first_open_day(${accountId}) = '-infinity' as "isPastOpen",
           exists (select from invoice_notice n
                    where n.account_id = ${accountId} and n.told_at is not null
                      and m.invoice_number = any (n.invoice_numbers)) as "wasTold"
      from (select l.invoice_number, max(l.id) as newest, jsonb_agg(jsonb_build_object(
                     'id', l.id, 'kind', l.kind, 'method', l.method, 'cents', l.cents, 'currency', l.currency,
                     'isRenaming', l.is_renaming, 'dueDate', l.due_date, 'notedAt', l.noted_at,
                     'notedOn', (l.noted_at at time zone p.business_time_zone)::date) order by l.id) as lines
              from invoice_movement l cross join portal_instance p
             where l.account_id = ${accountId} and l.id <= ${last} and l.kind = any (${kindsOfBooks})
               and l.invoice_number = any (${numbers})
             group by l.invoice_number) m
      join invoice_movement newest on newest.account_id = ${accountId} and newest.id = m.newest
      left join invoice_category c on c.invoice_category_id = newest.invoice_category_id
      left join invoice i on i.account_id = ${accountId} and i.invoice_number = m.invoice_number ${joinBalances(balances)}
     order by newest.invoice_date desc, m.newest desc`)
  for (const row of rows) {
    for (const line of row.lines) line.notedAt = new Date(line.notedAt)
    // Of a withdrawn invoice, the amount that it had.
    row.amountCents ??= -(row.lines.findLast(({ kind }) => kind === 'withdrawn')?.cents ?? 0)
  }
  return rows
}

/** Users who see the same categories and chose the same settings share a mail about new invoices, and one about changes. */
async function tellUsers(
  tx: Tx,
  accountId: string,
  last: number,
  invoices: readonly Read[],
  log: NewsDeps['log'],
) {
  const news = invoices.flatMap((invoice) => {
    const one = newsOf(invoice)
    return one ? { ...invoice, changes: one.isNew ? null : one.changes } : []
  })
  if (news.length === 0) return
  for (const { categoryIds, attachesInvoices, emails: recipients } of await findReaders(
    tx,
    accountId,
  )) {
    const seen = news.filter(({ categoryId }) => !categoryIds || categoryIds.includes(categoryId))
    const [added, changed] = [
      seen.filter(({ changes }) => !changes),
      seen.filter(({ changes }) => changes),
    ]
    const reader = { accountId, categoryIds, attachesInvoices }
    const about = `through line ${last}`
    if (added.length > 0) {
      const mail = await mailOfNew(tx, reader, added, log)
      await queueMail(tx, {
        accountId,
        about: `new invoices ${about}`,
        kind: 'newInvoices',
        recipients,
        ...mail,
      })
    }
    if (changed.length > 0)
      await queueMail(tx, {
        accountId,
        about: `changed invoices ${about}`,
        kind: 'invoiceChanges',
        recipients,
        ...mailOfChanges(changed),
      })
  }
}

/** Sends invoices to the mailboxes that get their category, once for each line that changed what they print. */
async function sendCopies(tx: Tx, accountId: string, invoices: readonly Read[]) {
  const mailboxes = await findMailboxes(tx, accountId)
  if (mailboxes.length === 0) return
  const about = (invoiceNumber: string, version: number) =>
    `invoice ${invoiceNumber} line ${version}`
  const mails = await tx.query<{ about: string; email: string }>(sql`
    select about, recipient as email from mail
     where account_id = ${accountId}
       and about = any (${invoices.flatMap((one) => one.lines.map(({ id }) => about(one.invoiceNumber, id)))}::text[])`)
  const queued: Mail[] = []
  const sentTo = new Map<string, string[]>()
  for (const mail of mails) sentTo.set(mail.about, [...(sentTo.get(mail.about) ?? []), mail.email])
  for (const invoice of invoices) {
    const sent = new Map<string, number[]>()
    for (const { id } of invoice.lines)
      for (const email of sentTo.get(about(invoice.invoiceNumber, id)) ?? [])
        sent.set(email, [...(sent.get(email) ?? []), id])
    const copies = copiesOf({ ...invoice, sent }, mailboxes)
    for (const kind of new Set(copies.map((copy) => copy.kind)))
      queued.push({
        accountId,
        about: about(invoice.invoiceNumber, copies[0]!.version),
        kind: mailboxKind,
        recipients: copies.flatMap((copy) => (copy.kind === kind ? copy.email : [])),
        ...mailOfCopy(invoice, kind),
      })
  }
  await queueMails(tx, queued)
}
