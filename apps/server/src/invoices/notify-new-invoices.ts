import sql from 'sql-template-tag'
import { firstSentence, ofVisible } from '@portal/domain/changes/show-change'
import { mostSent, summaryRefusal, type Downloadable } from '@portal/domain/invoices/downloads'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney, moneyWithCode } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { BillReader } from '../changes/bills.queries.ts'
import type { Deps } from '../deps.ts'
import { readChanges } from '../changes/read-changes.ts'
import { withAccount, type Database, type Tx } from '../platform/database/database.ts'
import { clipped, named, type Fact } from '../platform/mail/mail-content.ts'
import { firstRows, queueMail, type Mail } from '../platform/mail/mail-queue.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Printers } from '../notifications/mail-ports.ts'
import type { WorkerLog } from '../platform/log/security-log.ts'
import { balanceDueCents, hasBeenCharged, joinBalances, readBalances } from './owed.queries.ts'

/** The most notices of one round. */
const mostNotices = 100
/** The most rows of a mail. The sentence of each row takes time to compute. */
const mostRows = 20

interface Notice {
  accountId: string
  id: number
}

interface NewInvoice extends Downloadable {
  invoiceNumber: string
  categoryId: number
  dueDate: string | null
  currency: string
  amountCents: number
  balanceCents: number
}

/** Users who see the same categories and chose the same settings; all of them get the same mail. */
interface Readers {
  attachesInvoices: boolean
  /** Null for super admins, who see all categories. */
  categoryIds: number[] | null
  emails: string[]
}

/**
 * Mails the new invoices of imports to the users who may see them, one mail per import and user. Returns the number of
 * notices. Any number of workers may run this: a notice and its mails are one transaction.
 */
export async function notifyNewInvoices(systemDb: Database, log: WorkerLog): Promise<number> {
  const { rows } = await systemDb.query<Notice>(sql`
    select account_id as "accountId", id from invoice_notice
     where told_at is null order by account_id, id limit ${mostNotices}`)
  const errors: unknown[] = []
  let told = 0
  for (const notice of rows)
    await withAccount(systemDb, notice.accountId, (tx) => tell(tx, notice, log)).then(
      (count) => (told += count),
      // The notices of other companies must not wait for this one.
      (error: unknown) => errors.push(error),
    )
  if (errors.length > 0) throw errors[0]
  return told
}

async function tell(tx: Tx, { accountId, id }: Notice, log: WorkerLog): Promise<number> {
  const notice = await tx.one<{ invoiceNumbers: string[] }>(sql`
    select invoice_numbers as "invoiceNumbers" from invoice_notice
     where account_id = ${accountId} and id = ${id} and told_at is null
       for update skip locked`)
  if (!notice) return 0
  const invoices = await readToPay(tx, accountId, notice.invoiceNumbers)
  await tx.run(sql`
    update invoice_notice
       set told_at = portal_now(), invoice_numbers = ${invoices.map(({ invoiceNumber }) => invoiceNumber)}
     where account_id = ${accountId} and id = ${id}`)
  for (const { categoryIds, attachesInvoices, emails } of await findReaders(tx, accountId)) {
    const seen = invoices.filter((one) => !categoryIds || categoryIds.includes(one.categoryId))
    if (seen.length === 0) continue
    const mail = await mailOf(tx, { accountId, categoryIds }, seen, log)
    await queueMail(tx, {
      accountId,
      about: `new invoices ${id}`,
      kind: 'newInvoices',
      recipients: emails,
      ...(attachesInvoices ? withFiles(mail, seen) : mail),
    })
  }
  return 1
}

/** Returns the invoices that still exist and are not paid, in the order of the list. */
async function readToPay(tx: Tx, accountId: string, numbers: readonly string[]) {
  const balances = await readBalances(tx, accountId, sql`i.invoice_number = any (${numbers})`)
  return tx.query<NewInvoice & Record<string, unknown>>(sql`
    select i.invoice_number as "invoiceNumber", i.invoice_category_id as "categoryId", i.due_date as "dueDate",
           i.currency, i.amount_cents as "amountCents", ${balanceDueCents} as "balanceCents",
           i.source, i.is_late_fee as "isLateFee", i.has_pdf as "hasPdf", i.has_xls as "hasXls"
      from invoice i ${joinBalances(balances)}
     where i.account_id = ${accountId} and i.invoice_number = any (${numbers})
       and i.amount_cents > 0 and ${balanceDueCents} > 0 and not ${hasBeenCharged}
     order by i.invoice_date desc, i.id desc`)
}

/** Finds only users: external recipients have no categories, so a user decides which invoices to send them. */
const findReaders = (tx: Tx, accountId: string) =>
  tx.query<Readers & Record<string, unknown>>(sql`
    select "categoryIds", "attachesInvoices", array_agg(email order by email) as emails
      from (select address_key(u.email) as email, coalesce(a.attaches_invoices, false) as "attachesInvoices",
                   case when u.role <> 'SuperAdmin'
                        then array(select c.invoice_category_id from user_category c
                                    where c.account_id = u.account_id and c.user_id = u.id order by 1)
                   end as "categoryIds"
              from portal_user u
              left join mail_address a on a.account_id = u.account_id and a.email = address_key(u.email)
             where u.account_id = ${accountId} and u.deactivated_at is null
               and 'AccessInvoices' = any (u.permissions)
               -- The mail queue leaves these users out too; here this saves computing their sentences.
               and 'newInvoices' <> all (coalesce(a.kinds_off, '{}'))) reader
     group by "categoryIds", "attachesInvoices"`)

type Content = Omit<Mail, 'accountId' | 'about' | 'kind' | 'recipients'>

async function mailOf(
  tx: Tx,
  reader: BillReader,
  invoices: readonly NewInvoice[],
  log: WorkerLog,
): Promise<Content> {
  const changes = new Map<string, Why>()
  for (const { invoiceNumber } of invoices.slice(0, mostRows)) {
    const why = await explain(tx, reader, invoiceNumber, log)
    if (why) changes.set(invoiceNumber, why)
  }
  const [first] = invoices
  return first && invoices.length === 1
    ? aboutOne(first, changes.get(first.invoiceNumber))
    : aboutSeveral(invoices, changes)
}

/** Returns the mail with the PDFs of its invoices, as far as they have one and one mail can contain them. */
function withFiles(mail: Content, invoices: readonly NewInvoice[]): Content {
  const invoicesOf = invoices
    .filter((invoice) => !summaryRefusal(invoice))
    .slice(0, mostSent)
    .map(({ invoiceNumber }) => invoiceNumber)
  if (invoicesOf.length === 0) return mail
  const note = `${attachedWords(invoicesOf.length, invoices.length)} attached as PDF.`
  return { ...mail, invoicesOf, notes: [...(mail.notes ?? []), note] }
}

function attachedWords(attached: number, all: number): string {
  if (all === 1) return 'The invoice is'
  if (attached === all) return 'The invoices are'
  return attached === 1 ? 'One of the invoices is' : `${attached} of the invoices are`
}

interface Why {
  sentence: string
  isOfVisible: boolean
}

/**
 * Returns why an invoice changed, as far as the reader may see; undefined if no earlier invoice is comparable. If the
 * explanation fails, the invoice is mailed without it.
 */
async function explain(
  tx: Tx,
  reader: BillReader,
  invoiceNumber: string,
  log: WorkerLog,
): Promise<Why | undefined> {
  await tx.run(sql`savepoint before_explanation`)
  try {
    const { sentence, difference, isOfVisible } = await readChanges(tx, reader, invoiceNumber)
    return difference === null ? undefined : { sentence: short(sentence), isOfVisible }
  } catch (error) {
    // If the connection is lost, this fails, and so does the transaction.
    await tx.run(sql`rollback to savepoint before_explanation`)
    // The invoice was deleted meanwhile, so the next round does not find it.
    if (error instanceof Refusal) throw error
    const { accountId } = reader
    log.warn({ err: error, accountId, invoiceNumber }, 'a new invoice could not be explained')
    return undefined
  }
}

/** If the cut falls into an isolated name, the open isolate is removed: it would reorder the text that follows. */
const short = (sentence: string) => clipped(sentence).replace(/\u2068[^\u2069]*$/, '$&\u2069')

function aboutOne(invoice: NewInvoice, why: Why | undefined): Content {
  const { invoiceNumber, currency, amountCents, balanceCents, dueDate } = invoice
  const heading = `New invoice of ${formatMoney(amountCents, currency)}`
  const facts: Fact[] = [
    ['Invoice', invoiceNumber],
    ['Amount', moneyWithCode(amountCents, currency)],
  ]
  if (balanceCents !== amountCents)
    facts.push(['Balance due', moneyWithCode(balanceCents, currency)])
  if (dueDate) facts.push(['Due date', formatDay(dueDate)])
  return {
    subject: `${heading}, ${named(invoiceNumber)}`,
    heading,
    preview: why?.sentence ?? dueWords(invoice),
    ...(why && { lead: why.isOfVisible ? `${why.sentence} ${ofVisible}` : why.sentence }),
    facts,
    button: {
      label: 'See the invoice',
      path: `/invoices/detail/${encodeURIComponent(invoiceNumber)}`,
    },
    thread: `invoice ${invoiceNumber}`,
  }
}

function aboutSeveral(invoices: readonly NewInvoice[], changes: ReadonlyMap<string, Why>): Content {
  const heading = plural(invoices.length, 'new invoice')
  const totals = totalsOf(invoices)
  const rows = invoices.map((one): Fact => {
    const { invoiceNumber, amountCents, currency } = one
    const value = `${moneyWithCode(amountCents, currency)}, ${dueWords(one)}`
    const why = changes.get(invoiceNumber)
    return why ? [invoiceNumber, value, firstSentence(why.sentence)] : [invoiceNumber, value]
  })
  const isOfVisible = [...changes.values()].some((why) => why.isOfVisible)
  return {
    subject: `${heading}, ${named(invoices[0]?.invoiceNumber ?? '')} and others`,
    heading,
    preview: `Together ${totals.join(', ')}.`,
    facts: totals.map((total): Fact => ['Total', total]),
    lists: [{ title: 'Invoices', rows: firstRows(rows, mostRows) }],
    button: { label: 'See the invoices', path: '/invoices?view=all' },
    notes: isOfVisible ? ['They are compared with the invoices you may see.'] : [],
  }
}

const dueWords = ({ dueDate }: NewInvoice) =>
  dueDate ? `due ${formatDay(dueDate)}` : 'no due date'

function totalsOf(invoices: readonly NewInvoice[]): string[] {
  const totals = new Map<string, number>()
  for (const { currency, amountCents } of invoices)
    totals.set(currency, (totals.get(currency) ?? 0) + amountCents)
  return [...totals].map(([currency, cents]) => moneyWithCode(cents, currency))
}

/** Returns which of the invoices no user with this address may see: permissions may be removed while a mail waits. */
export function hiddenInvoices({ db }: Pick<Deps, 'db'>): Printers['hiddenInvoices'] {
  return (accountId, email, invoiceNumbers) =>
    withAccount(db, accountId, async (tx) => {
      const hidden = await tx.query<{ number: string }>(sql`
        select i.invoice_number as number from invoice i
         where i.account_id = ${accountId} and i.invoice_number = any (${invoiceNumbers})
           and not exists (select from portal_user u
                            where u.account_id = i.account_id and address_key(u.email) = address_key(${email})
                              and u.deactivated_at is null and 'AccessInvoices' = any (u.permissions)
                              and (u.role = 'SuperAdmin'
                                   or exists (select from user_category c
                                               where c.account_id = u.account_id and c.user_id = u.id
                                                 and c.invoice_category_id = i.invoice_category_id)))
         order by i.invoice_number`)
      return hidden.map(({ number }) => number)
    })
}
