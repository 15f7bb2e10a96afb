import { addDays, type Day } from '../kernel/day.ts'
import { bookedInvoice, type BookLine } from './book-lines.ts'

/** Invoices that were dated more days before their record are the past of a mailbox. */
const pastDays = 30

/** A confirmed mailbox outside that gets the invoices of categories. */
export interface Mailbox {
  email: string
  categoryIds: readonly number[]
  grantedAt: Date
}

export interface CopiedInvoice {
  /** All lines of the invoice, oldest first. */
  lines: readonly BookLine[]
  /** The id of the last line that mails know. */
  toldMovement: number
  invoiceDate: Day
  categoryId: number
  /** The lines with which the invoice was sent, by mailbox. */
  sent: ReadonlyMap<string, readonly number[]>
}

export type CopyKind = 'invoice' | 'corrected' | 'withdrawn'

export interface InvoiceCopy {
  email: string
  kind: CopyKind
  /** The newest line that changed what the invoice prints: a mailbox gets an invoice once for each. */
  version: number
}

const isVersion = ({ kind }: BookLine) =>
  ['invoiced', 'corrected', 'changed', 'withdrawn'].includes(kind)

/** Returns the mailboxes that must get an invoice because of the lines that mails do not know yet. */
export function copiesOf(invoice: CopiedInvoice, mailboxes: readonly Mailbox[]): InvoiceCopy[] {
  const { lines, toldMovement, invoiceDate, categoryId, sent } = invoice
  const causes = lines.filter(
    (line) => line.id > toldMovement && (isVersion(line) || line.kind === 'moved'),
  )
  const newest = lines.findLast(isVersion)
  const cause = causes.at(-1)
  if (!cause || !newest) return []
  const isGone = !bookedInvoice(lines)
  return mailboxes.flatMap(({ email, categoryIds, grantedAt }): InvoiceCopy[] => {
    const before = sent.get(email) ?? []
    const isPast = cause.notedAt <= grantedAt || invoiceDate < addDays(cause.notedOn, -pastDays)
    if (!categoryIds.includes(categoryId) || before.includes(newest.id)) return []
    if (before.length === 0 && (isPast || isGone)) return []
    const isFirst =
      before.length > 0
        ? newest.kind === 'invoiced'
        : causes.some(({ kind }) => kind === 'invoiced' || kind === 'moved')
    const kind = isGone ? 'withdrawn' : isFirst ? 'invoice' : 'corrected'
    return [{ email, kind, version: newest.id }]
  })
}
