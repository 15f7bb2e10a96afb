import { isolated } from '../kernel/isolated.ts'
import { formatMoney } from '../kernel/money.ts'
import type { InvoiceMoney } from './owed.ts'

// Books that name no payments cannot say that the money of a withdrawn invoice pays the one that was issued in its place.

/** An invoice as far as it may be the same as another one, issued again. */
export interface Issued {
  /** Counts up as invoices arrive. */
  invoiceId: string
  invoiceNumber: string
  categoryId: number
  currency: string
  /** `YYYY-MM` of the service, else of the invoice. */
  month: string
  amountCents: number
}

/** A withdrawn invoice whose payment the provider kept. */
export interface Kept extends Issued {
  keptCents: number
  /** When its newest payment succeeded. */
  at: Date
}

/** A withdrawn invoice, and the number of what looks like its successor. */
export type Succeeded = Kept & { successor: string }

/** Returns what was paid for an invoice that was withdrawn, is not returned, and is in no other invoice. */
export function keptCents({ record, payments, elsewhere }: InvoiceMoney): number {
  if (record.portalPayments || record.amountCents > 0) return 0
  return payments.reduce(
    (sum, { id, netCents }) => sum + Math.max(0, netCents - (elsewhere[id] ?? 0)),
    0,
  )
}

/**
 * Whether an invoice looks like the one that a withdrawn one became: it arrived later, in the same category and currency, and is
 * numbered after it, or is of its month and asks for what was kept.
 */
export function looksLikeSuccessor(invoice: Issued, kept: Kept): boolean {
  return (
    BigInt(invoice.invoiceId) > BigInt(kept.invoiceId) &&
    invoice.categoryId === kept.categoryId &&
    invoice.currency === kept.currency &&
    (isNumberedAfter(invoice.invoiceNumber, kept.invoiceNumber) ||
      (invoice.month === kept.month && invoice.amountCents === kept.keptCents))
  )
}

/** `INV-7-R`, `INV-7/2`, `INV-7R` and `R-INV-7` are numbered after `INV-7`, and `INV-70` is not. */
function isNumberedAfter(number: string, former: string): boolean {
  const [one, other] = [number.toLowerCase(), former.toLowerCase()]
  if (one.startsWith(other)) return /^\D/.test(one.slice(other.length))
  return one.endsWith(other) && /[^a-z0-9]$/.test(one.slice(0, -other.length))
}

const moneyOf = ({ keptCents: cents, invoiceNumber, currency }: Kept) =>
  `${formatMoney(cents, currency)} that was paid by card for invoice ${isolated(invoiceNumber)}`

/** Why AutoPay and "pay all" leave a successor out. */
export const keptText = (kept: Kept) =>
  `Waits for you: ${moneyOf(kept)}, which was withdrawn, may be for this invoice`

/** The question to ask before a successor is paid by hand. */
export const keptQuestion = (kept: Succeeded) =>
  `${moneyOf(kept)} was not returned when that invoice was withdrawn. Invoice ${isolated(kept.successor)} looks like the one issued in its place, and may already be paid: please ask your provider if you are not sure. Do you want to pay it anyway?`
