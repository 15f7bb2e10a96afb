import type { Cents } from '@portal/domain/kernel/money'
import type { Day } from '@portal/domain/kernel/day'
import type { AgingKey } from '@portal/domain/payments/aging'
import type { Seller } from '../../documents/documents.ts'
import type { OpenAccount } from '../open-accounts.queries.ts'

/** An invoice or credit, in its state at the end of the statement. */
export interface StatementInvoice {
  date: Day
  invoiceNumber: string
  invoiceType: string
  isLateFee: boolean
  dueDate: Day | null
  currency: string
  amountCents: Cents
  /** The amount that was due. */
  dueCents: Cents
  /** Charged while the balance in the books is not zero yet. */
  isPending: boolean
  isOnHold: boolean
  isBeingPosted: boolean
  /** The invoice is dated in the range of the statement; other invoices are listed because part of them is open. */
  isInRange: boolean
}

/** A card payment in the range, or money returned to the customer. */
export interface StatementPayment {
  /** The day in UTC. */
  day: Day
  kind: 'paid' | 'refunded' | 'chargedBack'
  invoiceNumber: string
  /** Null if this portal does not know the card. */
  card: { brand: string; last4Digits: string } | null
  currency: string
  /** How much the owed amount changes: negative for a payment. */
  cents: Cents
}

/** The account of one currency. All amounts are signed and add up to `closing`. */
export interface StatementLines {
  opening: Cents
  invoices: Cents
  credits: Cents
  payments: Cents
  refunds: Cents
  chargebacks: Cents
  /** Refunded money that was not requested again. */
  notDueAgain: Cents
  /** Card payments that no record contains and that no invoice needs any more. */
  notApplied: Cents
  /** Reductions of the range's invoices in the books, apart from card payments. The books give no dates for these reductions. */
  recorded: Cents
  /** Charged, being posted or reconciled, so not due now. */
  pending: Cents
  /** Invoices that are dated after a range that ends today or later. */
  later: Cents
  closing: Cents
  /** The amount due today, which differs from `closing` if the range ended before today. */
  today: Cents
}

export interface StatementAccount {
  currency: string
  counts: { invoices: number; credits: number; payments: number }
  lines: StatementLines
  /** Adds up to `lines.closing` exactly. */
  aging: Record<AgingKey, Cents>
}

/** The content of a statement, read at one moment. */
export interface StatementReading {
  /** The business day of the reading. */
  today: Day
  /** The day from which ages and 'overdue' are counted: the end of the range, or today if that is earlier. */
  asOf: Day
  /** The reader does not see invoices of all categories. */
  isOfVisible: boolean
  /** USD first; empty if there was never an invoice. */
  accounts: readonly StatementAccount[]
  /** Newest first. */
  invoices: readonly StatementInvoice[]
  payments: readonly StatementPayment[]
}

export interface StatementDocument extends StatementReading {
  seller: Seller
  company: { name: string; accountId: string }
  /** The first and the last day are part of the statement. */
  from: Day
  to: Day
  /** The accounts for the invoices that are open today. */
  openAccounts: readonly OpenAccount[]
  /** The creation date in the file; the same input gives the same bytes. */
  created: Date
}
