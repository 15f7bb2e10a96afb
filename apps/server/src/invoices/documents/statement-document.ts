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
  /** Charged, while its balance in the books is not zero yet. */
  isPending: boolean
  isOnHold: boolean
  isBeingPosted: boolean
  /** Dated in the range of the statement; the others are listed because part of them is open. */
  isInRange: boolean
}

/** Card money in the range: paid here, or returned to the customer. */
export interface StatementPayment {
  /** In UTC. */
  day: Day
  kind: 'paid' | 'refunded' | 'chargedBack'
  invoiceNumber: string
  /** Null if this portal does not know the card. */
  card: { brand: string; last4Digits: string } | null
  currency: string
  /** The change of the amount owed: negative for a payment. */
  cents: Cents
}

/** The account of one currency. Every amount is signed, and they add up to `closing`. */
export interface StatementLines {
  opening: Cents
  invoices: Cents
  credits: Cents
  payments: Cents
  refunds: Cents
  chargebacks: Cents
  /** Refunded money that was not requested again. */
  notDueAgain: Cents
  /** Card payments that no invoice needs any more and no record contains. */
  notApplied: Cents
  /**
   * Reductions of the range's invoices in the books, apart from card payments; the books give no
   * date for them.
   */
  recorded: Cents
  /** Charged, being posted or reconciled: not due now. */
  pending: Cents
  /** Invoices dated after a range that ends today or later. */
  later: Cents
  closing: Cents
  /** The amount due today: differs from `closing` if the range ended before. */
  today: Cents
}

export interface StatementAccount {
  currency: string
  counts: { invoices: number; credits: number; payments: number }
  lines: StatementLines
  /** Adds up to `lines.closing` to the cent. */
  aging: Record<AgingKey, Cents>
}

/** The content of a statement, read at one moment. */
export interface StatementReading {
  /** The business day of the reading. */
  today: Day
  /**
   * The day that ages and 'overdue' are counted from: the end of the range, or today if that is
   * earlier.
   */
  asOf: Day
  /** Its reader does not see invoices of all categories. */
  isOfVisible: boolean
  /** USD first; empty if there has never been an invoice. */
  accounts: readonly StatementAccount[]
  /** Newest first. */
  invoices: readonly StatementInvoice[]
  payments: readonly StatementPayment[]
}

export interface StatementDocument extends StatementReading {
  seller: Seller
  company: { name: string; accountId: string }
  /** Both days belong to the statement. */
  from: Day
  to: Day
  /** The accounts for the invoices that are open today. */
  openAccounts: readonly OpenAccount[]
  /** The file's date of creation; the same input gives the same bytes. */
  created: Date
}
