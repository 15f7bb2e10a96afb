import type { Cents } from '@portal/domain/kernel/money'
import type { Day } from '@portal/domain/kernel/day'
import type { AgingKey } from '@portal/domain/payments/aging'
import type { Seller } from '../../documents/documents.ts'

/** An invoice or credit, as it stood at the end of the statement. */
export interface StatementInvoice {
  date: Day
  invoiceNumber: string
  invoiceType: string
  isLateFee: boolean
  dueDate: Day | null
  currency: string
  amountCents: Cents
  /** What was due of it. */
  dueCents: Cents
  /** Charged, and its balance in the books is not zero yet. */
  isPending: boolean
  isOnHold: boolean
  isBeingPosted: boolean
  /** Dated in the range of the statement; the others are listed because something of them is open. */
  isInRange: boolean
}

/** Card money in the range: paid here, or back with the customer. */
export interface StatementPayment {
  /** UTC. */
  day: Day
  kind: 'paid' | 'refunded' | 'chargedBack'
  invoiceNumber: string
  /** Null if the payment was made with a card that this portal does not know. */
  card: { brand: string; last4Digits: string } | null
  currency: string
  /** What the customer owes changes by it: a payment is less than zero. */
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
  /** Money that went back and is not asked for again. */
  notDueAgain: Cents
  /** Card payments that no invoice needs any more and no record contains. */
  notApplied: Cents
  /** What the books took off the invoices of the range beside card payments; they give no date for it. */
  recorded: Cents
  /** Charged, being posted or reconciled: not due now. */
  pending: Cents
  /** Invoices dated after a range that ends today or later. */
  later: Cents
  closing: Cents
  /** What is due today: more or less than `closing` if the range ended before. */
  today: Cents
}

export interface StatementAccount {
  currency: string
  counts: { invoices: number; credits: number; payments: number }
  lines: StatementLines
  /** Adds up to `lines.closing` to the cent. */
  aging: Record<AgingKey, Cents>
}

/** What a statement tells, read at one moment. */
export interface StatementReading {
  /** The day of the reading, in UTC. */
  today: Day
  /** The day that ages and 'overdue' are counted from: the end of the range, or today if that is earlier. */
  asOf: Day
  /** USD first; none when there has never been an invoice. */
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
  /** Written into the file as its date of creation; the same input gives the same bytes. */
  created: Date
}
