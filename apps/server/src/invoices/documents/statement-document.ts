import type { TransferNotice } from '@portal/domain/invoices/transfer-notice'
import type { Movement } from '@portal/domain/invoices/movements'
import type { Cents } from '@portal/domain/kernel/money'
import type { Day } from '@portal/domain/kernel/day'
import type { AgingKey } from '@portal/domain/payments/aging'
import type { Seller } from '../../documents/documents.ts'
import type { OpenAccount } from '../open-accounts.queries.ts'

export interface StatementMovement extends Movement {
  invoiceNumber: string
  /** The portal still has the invoice. */
  isKept: boolean
  currency: string
  /** Of a card payment with a receipt, and of its returns. */
  paymentId: string | null
  /** Of a card payment and its returns; null if this portal does not know the card. */
  card: { brand: string; last4Digits: string } | null
}

/** An invoice or credit that was open at the end, with its dates as known then. */
export interface OpenInvoice {
  date: Day
  invoiceNumber: string
  isKept: boolean
  invoiceType: string
  isLateFee: boolean
  dueDate: Day | null
  currency: string
  cents: Cents
  /** Only if the statement ends today or later. */
  notice?: TransferNotice | undefined
}

/** The account of one currency. Opening and the movements in this currency add up to `closing`. */
export interface StatementAccount {
  currency: string
  opening: Cents
  closing: Cents
  /** Adds up to `closing` exactly. */
  aging: Record<AgingKey, Cents>
  /** Only if the statement ends today or later: the amount due today, as the list of invoices shows it. */
  dueCents: Cents | null
  /** How much of `closing` is being paid or reconciled, negative; and card payments that no record contains. */
  pendingCents: Cents
  notAppliedCents: Cents
}

/** The content of a statement, read at one moment. */
export interface StatementReading {
  /** The business day of the reading. */
  today: Day
  timeZone: string
  /** The day from which ages are counted: the end of the range, or today if that is earlier. */
  asOf: Day
  /** The first day that can still change; null if the statement is final. */
  openFrom: Day | null
  /** The reader does not see invoices of all categories. */
  isOfVisible: boolean
  /** USD first; empty if there was never an invoice. */
  accounts: readonly StatementAccount[]
  /** In order of their days. */
  movements: readonly StatementMovement[]
  /** Newest first. */
  open: readonly OpenInvoice[]
}

/** What a screen shows of a statement, as its files do. */
export interface StatementFacts extends StatementReading {
  company: { name: string; accountId: string }
  /** The first and the last day are part of the statement. */
  from: Day
  to: Day
}

export interface StatementDocument extends StatementFacts {
  seller: Seller
  /** The accounts for the invoices that are open today. */
  openAccounts: readonly OpenAccount[]
  /** The creation date in the file; the same input gives the same bytes. */
  created: Date
}
