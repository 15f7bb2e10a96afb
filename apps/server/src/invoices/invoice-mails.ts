import sql from 'sql-template-tag'
import { firstSentence, ofVisible } from '@portal/domain/changes/show-change'
import { mostSent, summaryRefusal, type Downloadable } from '@portal/domain/invoices/downloads'
import type { CopyKind } from '@portal/domain/invoices/mailbox-copies'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney, moneyWithCode } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { BillReader } from '../changes/bills.queries.ts'
import { readChanges, readingChanges } from '../changes/read-changes.ts'
import type { Tx } from '../platform/database/database.ts'
import { clipped, named, type Fact } from '../platform/mail/mail-content.ts'
import { firstRows, type Mail } from '../platform/mail/mail-queue.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { WorkerLog } from '../platform/log/security-log.ts'

/** The most rows of a mail. The sentence of each new invoice takes time to compute. */
const mostRows = 20

export interface MailedInvoice {
  invoiceNumber: string
  dueDate: string | null
  currency: string
  amountCents: number
  /** What is due now; 0 if the invoice does not exist. */
  dueCents: number
  /** What AutoPay does with it. */
  sentence?: string | undefined
}

export interface MailedNews extends Downloadable, MailedInvoice {
  categoryId: number
  category: string
  invoiceDate: string
  /** Null if the invoice is new. */
  changes: readonly string[] | null
}

type Content = Omit<Mail, 'accountId' | 'about' | 'kind' | 'recipients'>

/** Returns the mail about new invoices. */
export async function mailOfNew(
  tx: Tx,
  { attachesInvoices, ...reader }: BillReader & { attachesInvoices: boolean },
  invoices: readonly MailedNews[],
  log: WorkerLog,
): Promise<Content> {
  const changes = new Map<string, Why>()
  const reading = readingChanges(tx, reader)
  for (const { invoiceNumber } of invoices.slice(0, mostRows)) {
    const why = await explain(tx, reader, invoiceNumber, reading, log)
    if (why) changes.set(invoiceNumber, why)
  }
  const [first] = invoices
  const mail =
    first && invoices.length === 1
      ? aboutOne(first, changes.get(first.invoiceNumber))
      : aboutSeveral(invoices, changes)
  return attachesInvoices ? withFiles(mail, invoices) : mail
}

/** Returns the mail with the PDFs of its invoices, as far as they have one and one mail can contain them. */
function withFiles(mail: Content, invoices: readonly MailedNews[]): Content {
  const invoicesOf = invoices
    .filter((invoice) => !summaryRefusal(invoice))
    .slice(0, mostSent)
    .map(({ invoiceNumber }) => invoiceNumber)
  if (invoicesOf.length === 0) return mail
  const note = `${attachedWords(invoicesOf.length, invoices.length)} attached as PDF.`
  const shows = [...new Set([...(mail.shows ?? []), ...invoicesOf])]
  return { ...mail, invoicesOf, shows, notes: [...(mail.notes ?? []), note] }
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
  reading: ReturnType<typeof readingChanges>,
  log: WorkerLog,
): Promise<Why | undefined> {
  await tx.run(sql`savepoint before_explanation`)
  try {
    const { sentence, difference, isOfVisible } = await readChanges(
      tx,
      reader,
      invoiceNumber,
      undefined,
      reading,
    )
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

function aboutOne(invoice: MailedNews, why: Why | undefined): Content {
  const { invoiceNumber, currency, amountCents, dueCents, sentence } = invoice
  const heading =
    dueCents === amountCents
      ? `New invoice of ${formatMoney(amountCents, currency)}`
      : `New invoice, ${formatMoney(dueCents, currency)} due`
  return {
    subject: `${heading}, ${named(invoiceNumber)}`,
    heading,
    preview: why?.sentence ?? dateWords(invoice),
    ...(why && { lead: why.isOfVisible ? `${why.sentence} ${ofVisible}` : why.sentence }),
    facts: factsOf(invoice),
    ...showing(invoiceNumber),
    ...(sentence && { notes: [sentence] }),
  }
}

function aboutSeveral(invoices: readonly MailedNews[], changes: ReadonlyMap<string, Why>): Content {
  const heading = plural(invoices.length, 'new invoice')
  const rows = invoices.map((one): Fact => {
    const why = changes.get(one.invoiceNumber)
    return rowOf(one, why && firstSentence(why.sentence), one.sentence)
  })
  const isOfVisible = [...changes.values()].some((why) => why.isOfVisible)
  return {
    ...ofInvoices(heading, invoices, rows),
    notes: isOfVisible ? ['They are compared with the invoices you may see.'] : [],
  }
}

/** Returns the mail about invoices that changed. */
export function mailOfChanges(invoices: readonly MailedNews[]): Content {
  const [first] = invoices
  if (!first || invoices.length > 1) {
    const rows = invoices.map((one) => rowOf(one, one.changes?.join('. ')))
    return ofInvoices(`${invoices.length} invoices changed`, invoices, rows)
  }
  const { invoiceNumber, changes } = first
  const [heading = '', ...more] = changes ?? []
  return {
    subject: `${heading}, ${named(invoiceNumber)}`,
    heading,
    preview: dueWords(first),
    ...(more.length > 0 && { lead: `${more.join('. ')}.` }),
    facts: factsOf(first),
    ...showing(invoiceNumber),
  }
}

/** Returns the mail about invoices whose due date comes or has passed. */
export function mailOfDue(invoices: readonly MailedInvoice[], today: string): Content {
  const isOverdue = ({ dueDate }: MailedInvoice) => dueDate !== null && dueDate < today
  const overdue = invoices.filter(isOverdue)
  const notes = ['If you have paid already, the payment is not booked yet.']
  const [first] = invoices
  if (first && invoices.length === 1) {
    const { invoiceNumber, dueCents, currency, dueDate, sentence } = first
    const when = `${isOverdue(first) ? 'was due' : 'is due'} on ${formatDay(dueDate ?? today)}`
    const heading = `${formatMoney(dueCents, currency)} ${when}`
    return {
      subject: `${heading}, ${named(invoiceNumber)}`,
      heading,
      preview: sentence ?? notes[0]!,
      ...(sentence && { lead: sentence }),
      facts: factsOf(first),
      ...showing(invoiceNumber),
      notes,
    }
  }
  const what = [overdue.length < invoices.length && 'due soon', overdue.length > 0 && 'overdue']
  const heading = `${invoices.length} invoices are ${what.filter(Boolean).join(' or ')}`
  const rows = invoices.map((one) => rowOf(one, one.sentence))
  return { ...ofInvoices(heading, invoices, rows), notes }
}

const copyWords: Record<CopyKind, string> = {
  invoice: 'Invoice',
  corrected: 'Corrected invoice',
  withdrawn: 'Withdrawn invoice',
}

/** Returns the mail with which a mailbox outside gets an invoice. */
export function mailOfCopy(invoice: MailedInvoice & Downloadable, kind: CopyKind): Content {
  const { invoiceNumber, amountCents, currency, dueDate, sentence } = invoice
  const isWithdrawn = kind === 'withdrawn'
  const isPrinted = !isWithdrawn && !summaryRefusal(invoice)
  const amount = `${copyWords[kind]} ${named(invoiceNumber)}, ${formatMoney(amountCents, currency)}`
  const { thread, shows } = showing(invoiceNumber)
  return {
    subject: dueDate && !isWithdrawn ? `${amount}, due ${formatDay(dueDate)}` : amount,
    heading: amount,
    preview: isWithdrawn ? 'Nothing is due for it.' : dueWords(invoice),
    facts: isWithdrawn ? factsOf(invoice).slice(0, 2) : factsOf(invoice),
    notes: [
      isWithdrawn
        ? 'The provider withdrew this invoice.'
        : isPrinted
          ? 'The invoice is attached as PDF.'
          : 'The portal has no PDF of this invoice.',
      ...(sentence && !isWithdrawn ? [sentence] : []),
    ],
    ...(isPrinted && { invoicesOf: [invoiceNumber] }),
    shows,
    thread,
  }
}

function factsOf(invoice: MailedInvoice): Fact[] {
  const { invoiceNumber, amountCents, dueCents, currency, dueDate } = invoice
  return [
    ['Invoice', invoiceNumber],
    ['Amount', moneyWithCode(amountCents, currency)],
    ...(dueCents === amountCents
      ? []
      : [['Balance due', moneyWithCode(dueCents, currency)] as const]),
    ...(dueDate ? [['Due date', formatDay(dueDate)] as const] : []),
  ]
}

/** The link and the thread of all mails about one invoice. */
export const ofInvoice = (invoiceNumber: string, label = 'See the invoice') => ({
  button: { label, path: `/invoices/detail/${encodeURIComponent(invoiceNumber)}` },
  thread: `invoice ${invoiceNumber}`,
})

const showing = (invoiceNumber: string) => ({
  ...ofInvoice(invoiceNumber),
  shows: [invoiceNumber],
})

/** A mail about several invoices, with what is due of them together. */
function ofInvoices(
  heading: string,
  invoices: readonly MailedInvoice[],
  rows: readonly Fact[],
): Content {
  const totals = totalsOf(invoices)
  return {
    subject: `${heading}, ${named(invoices[0]?.invoiceNumber ?? '')} and others`,
    heading,
    preview: totals.length > 0 ? `Together ${totals.join(', ')} due.` : 'Nothing is due for them.',
    facts: totals.map((total): Fact => ['Due', total]),
    lists: [{ title: 'Invoices', rows: firstRows(rows, mostRows) }],
    button: { label: 'See the invoices', path: '/invoices?view=all' },
    shows: invoices.slice(0, mostRows).map(({ invoiceNumber }) => invoiceNumber),
  }
}

function rowOf(invoice: MailedInvoice, ...sentences: (string | undefined)[]): Fact {
  const fact = [invoice.invoiceNumber, dueWords(invoice)] as const
  const said = sentences.filter(Boolean).join(' ')
  return said ? [...fact, said] : fact
}

/** What is due, and when. */
function dueWords(invoice: MailedInvoice): string {
  const { amountCents, dueCents, currency } = invoice
  if (dueCents <= 0) return 'nothing due'
  const due = moneyWithCode(dueCents, currency)
  const all = dueCents === amountCents ? due : `${due} of ${formatMoney(amountCents, currency)}`
  return `${all}, ${dateWords(invoice)}`
}

const dateWords = ({ dueDate }: MailedInvoice) =>
  dueDate ? `due ${formatDay(dueDate)}` : 'no due date'

function totalsOf(invoices: readonly MailedInvoice[]): string[] {
  const totals = new Map<string, number>()
  for (const { currency, dueCents } of invoices)
    if (dueCents > 0) totals.set(currency, (totals.get(currency) ?? 0) + dueCents)
  return [...totals].map(([currency, cents]) => moneyWithCode(cents, currency))
}
