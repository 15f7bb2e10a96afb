import { isolated } from '../kernel/isolated.ts'
import { formatMoney } from '../kernel/money.ts'
import type { InvoiceMoney } from './owed.ts'

// Books that name no payments cannot express that the money of a withdrawn invoice pays the one issued in its place.

/** The facts of an invoice that decide whether it may be another one, issued again. */
export interface Issued {
  /** Increases in the order in which invoices arrive. */
  invoiceId: string
  invoiceNumber: string
  categoryId: number
  currency: string
  /** `YYYY-MM` of the service, else of the invoice. */
  month: string
  amountCents: number
}

/** A withdrawn invoice whose payment the provider has kept. */
export interface Kept extends Issued {
  keptCents: number
  /** When the newest payment of the invoice succeeded. */
  at: Date
}

/** A withdrawn invoice, and the number of the invoice that seems to replace it. */
export type Succeeded = Kept & { successor: string }

/** Returns what was paid for a withdrawn invoice, is not returned, and is contained in no other invoice. */
export function keptCents({ record, payments, elsewhere }: InvoiceMoney): number {
  if (record.portalPayments || record.amountCents > 0) return 0
  return payments.reduce(
    (sum, { id, netCents }) => sum + Math.max(0, netCents - (elsewhere[id] ?? 0)),
    0,
  )
}

/**
 * Whether an invoice looks like the replacement of a withdrawn one: it arrived later, in the same category and currency,
 * and its number is derived from the withdrawn one's, or it is of the same month and demands what was kept.
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

/**
 * Whether a number is derived from another one: `INV-7-R`, `INV-7/2`, `INV-7R` and `R-INV-7` are derived from `INV-7`, and
 * `INV-70` is not.
 */
function isNumberedAfter(number: string, former: string): boolean {
  const [one, other] = [number.toLowerCase(), former.toLowerCase()]
  if (one.startsWith(other)) return /^\D/.test(one.slice(other.length))
  return one.endsWith(other) && /[^a-z0-9]$/.test(one.slice(0, -other.length))
}

const moneyOf = ({ keptCents: cents, invoiceNumber, currency }: Kept) =>
  `${formatMoney(cents, currency)} that was paid by card for invoice ${isolated(invoiceNumber)}`

/** Returns why AutoPay and "pay all" skip a replacement invoice. */
export const keptText = (kept: Kept) =>
  `Waits for you: ${moneyOf(kept)}, which was withdrawn, may be for this invoice`

/** Returns the question to ask before a replacement invoice is paid by hand. */
export const keptQuestion = (kept: Succeeded) =>
  `${moneyOf(kept)} was not returned when that invoice was withdrawn. Invoice ${isolated(kept.successor)} looks like the one issued in its place, and may already be paid: please ask your provider if you are not sure. Do you want to pay it anyway?`
