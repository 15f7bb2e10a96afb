/** Cents by the id of a portal payment. */
export type CentsByPayment = Readonly<Record<string, number>>

/** The amounts of the newest record of an invoice. */
export interface BooksRecord {
  amountCents: number
  balanceCents: number
  /** How much of each portal payment the balance contains, net of refunds. Absent if the books name no payments. */
  portalPayments?: CentsByPayment
}

export interface InvoicePayment {
  id: string
  /** The captured amount, minus refunds and lost disputes. */
  netCents: number
  /** Subtracted from the balance that the customer sees (PORTAL_POSTING). */
  isPosted: boolean
  /** The payment has another currency than the invoice: imports refuse such a change, but a payment may be adopted later. */
  isOtherCurrency?: boolean
  /** A newest record of another company names the payment, and no super admin has released it (decision 0025). */
  isInOtherCompany?: boolean
}

/** The facts that decide how much of an invoice may still be charged. */
export interface InvoiceMoney {
  record: BooksRecord
  /** The portal's payments of this invoice. */
  payments: readonly InvoicePayment[]
  /**
   * How much of these payments the newest records of the company's other invoices contain; also those of other companies,
   * after a release.
   */
  elsewhere: CentsByPayment
}

/** Why nothing may be charged although the books show a balance. */
export type OwedWait = 'posting' | 'onHold'

export interface Owed {
  /** The cents that may still be charged; 0 or less means none. */
  cents: number
  waits?: OwedWait
}

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)

/**
 * Returns the cents that an invoice leaves to pay by books and payments together, whether they may be charged now or not:
 * what statements add up (decision 0106). `standing_cents` of the database is its twin.
 */
export function standing({ record, payments, elsewhere }: InvoiceMoney): number {
  const { balanceCents, portalPayments: named } = record
  const own = payments.filter(({ isOtherCurrency }) => !isOtherCurrency)
  if (!named) {
    const isPaidInPortal = sum(own.map(({ netCents }) => netCents)) !== 0
    return isPaidInPortal && balanceCents > 0 ? 0 : balanceCents
  }
  const missing = own.map(({ id, netCents }) =>
    Math.max(0, netCents - (named[id] ?? 0) - (elsewhere[id] ?? 0)),
  )
  return balanceCents - sum(missing)
}

/**
 * Returns what may still be charged for an invoice, from the newest records (decision 0025).
 *
 * If the books name payments, it is the balance minus the payments that no record contains yet. If they do not, it is
 * unknown whether a balance contains a payment, so after a payment only a balance of zero or less is trusted.
 */
export function owed(invoice: InvoiceMoney): Owed {
  const { record, payments, elsewhere } = invoice
  const named = record.portalPayments
  const { balanceCents } = record
  if (balanceCents > 0 && payments.some(isUnclear)) return { cents: 0, waits: 'onHold' }
  if (!named) {
    const isPaidInPortal = sum(payments.map(({ netCents }) => netCents)) !== 0
    if (!isPaidInPortal || balanceCents <= 0) return { cents: balanceCents }
    return { cents: 0, waits: 'posting' }
  }
  const isUnseen = ({ id, netCents, isPosted }: InvoicePayment) =>
    netCents > 0 && !isPosted && !(id in named) && !(id in elsewhere)
  if (payments.some(isUnseen)) return { cents: 0, waits: 'posting' }
  const cents = standing(invoice)
  return cents > chargeableCents(invoice) ? { cents: 0, waits: 'onHold' } : { cents }
}

/**
 * Amounts of two currencies are never subtracted from each other, and a person decides about a payment that is named in
 * another company.
 */
const isUnclear = ({ netCents, isOtherCurrency, isInOtherCompany }: InvoicePayment) =>
  netCents > 0 && (isOtherCurrency || isInOtherCompany)

/**
 * Returns the largest attempt that keeps the database's invariant: what was captured for an invoice, minus what other
 * invoices contain of it, never exceeds the invoice's amount, or its balance plus the payments that the balance contains.
 */
export function chargeableCents({ record, payments, elsewhere }: InvoiceMoney): number {
  const contained = sum(Object.values(record.portalPayments ?? {}))
  const limit = Math.max(record.amountCents, record.balanceCents + contained)
  // A refund of money that another invoice contains does not increase what may be charged here.
  const captured = sum(
    payments.map(({ id, netCents }) => Math.max(0, netCents - (elsewhere[id] ?? 0))),
  )
  return limit - captured
}

/**
 * Returns how much of an invoice's payments no record contains although the invoice does not need the money any more. This
 * money is not applied yet, because the invoice was issued again under another number. A payment that a record contains in
 * part is being applied. If the books name no payments, the result is unknown.
 */
export function notAppliedCents({ record, payments, elsewhere }: InvoiceMoney): number {
  const named = record.portalPayments
  if (!named) return 0
  const isNowhere = ({ id, netCents, isInOtherCompany }: InvoicePayment) =>
    netCents > 0 && !isInOtherCompany && !(id in named) && !(id in elsewhere)
  const nowhere = sum(payments.filter(isNowhere).map(({ netCents }) => netCents))
  return Math.max(0, nowhere - Math.max(0, record.balanceCents))
}

/**
 * Whether an extract of the ERP is older than the newest one, and therefore ignored. For equal times the later arrival
 * counts. `asOf` may be absent.
 */
export function isStale(incomingAsOf: number | undefined, newestAsOf: number | undefined): boolean {
  return newestAsOf !== undefined && (incomingAsOf ?? -Infinity) < newestAsOf
}
