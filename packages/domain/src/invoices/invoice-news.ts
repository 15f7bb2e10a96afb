import { addDays, formatDay, type Day } from '../kernel/day.ts'
import { isolated } from '../kernel/isolated.ts'
import { formatMoney, type Cents } from '../kernel/money.ts'
import { bookedInvoice, sum, type BookLine } from './book-lines.ts'

/** While the past of a company is open, older invoices than this many days are its past. */
const pastDays = 3

export interface NewsInput {
  /** All lines of the invoice, oldest first. */
  lines: readonly BookLine[]
  /** The id of the last line that mails know. */
  toldMovement: number
  invoiceDate: Day
  /** The name of the category now. */
  category: string
  /** What is due now; 0 if the invoice does not exist or a payment is pending. */
  dueCents: Cents
  isPastOpen: boolean
  /** A server of the release before told that the invoice is new. */
  wasTold: boolean
}

/** What mails say about an invoice: that it is new, or sentences about what changed. */
export type InvoiceNews = { isNew: true } | { isNew: false; changes: string[] }

/** Returns what is new about an invoice since the last line that mails know; undefined if nothing has to be told. */
export function newsOf(invoice: NewsInput): InvoiceNews | undefined {
  const { lines, toldMovement, dueCents, wasTold } = invoice
  const fresh = lines.filter(({ id }) => id > toldMovement)
  const first = fresh[0]
  if (!first) return undefined
  if (invoice.isPastOpen && invoice.invoiceDate < addDays(first.notedOn, -pastDays))
    return undefined
  const before = bookedInvoice(lines.filter(({ id }) => id <= toldMovement))
  const after = bookedInvoice(lines)
  if (!before) return after && dueCents > 0 && !wasTold ? { isNew: true } : undefined
  const money = (cents: Cents, { currency } = before) => formatMoney(cents, currency)
  if (!after)
    return { isNew: false, changes: [`Invoice of ${money(before.amountCents)} withdrawn`] }
  const changes: string[] = []
  const isSameCurrency = before.currency === after.currency
  if (before.amountCents !== after.amountCents || !isSameCurrency)
    changes.push(
      `Amount corrected from ${money(before.amountCents)} to ${money(after.amountCents, after)}`,
    )
  // Lines of a credit say how much of it was used. Lines of a former currency are only taken back.
  if (isSameCurrency && after.amountCents > 0) {
    const booked = fresh.filter(({ isRenaming }) => !isRenaming)
    const isCredit = ({ method }: BookLine) => method === 'credit'
    const credits = -sum(booked.filter((line) => line.kind === 'settled' && isCredit(line)))
    const payments = -sum(
      booked.filter((line) => ['settled', 'booked'].includes(line.kind) && !isCredit(line)),
    )
    if (credits > 0) changes.push(`Credit of ${money(credits)} applied`)
    if (credits < 0) changes.push(`Credit of ${money(-credits)} taken back`)
    if (payments > 0) changes.push(`Payment of ${money(payments)} booked`)
    if (payments < 0) changes.push(`Payment of ${money(-payments)} taken back`)
  }
  if (dueCents > 0 && before.dueDate !== after.dueDate)
    changes.push(`Due date moved from ${dayOf(before.dueDate)} to ${dayOf(after.dueDate)}`)
  if (dueCents > 0 && fresh.some(({ kind }) => kind === 'moved'))
    changes.push(`Moved to the category ${isolated(invoice.category)}`)
  return changes.length > 0 ? { isNew: false, changes } : undefined
}

const dayOf = (day: Day | null) => (day ? formatDay(day) : 'none')

/**
 * Returns the key of the newest step that an invoice has reached, in days from its due date; undefined before the first
 * step, or if this step of this due date was told last.
 */
export function dueStep(
  dueDate: Day,
  today: Day,
  steps: readonly number[],
  told: string | undefined,
): string | undefined {
  const step = steps.filter((one) => today >= addDays(dueDate, one)).at(-1)
  const what = `${dueDate} ${step}`
  return step === undefined || what === told ? undefined : what
}
