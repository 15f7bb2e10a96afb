/** Cents by the id of a portal payment. */
export type CentsByPayment = Readonly<Record<string, number>>

/** What the newest record of an invoice says about money. */
export interface BooksRecord {
  amountCents: number
  balanceCents: number
  /** What the balance contains of each portal payment, net of refunds. Absent when the books name no payments. */
  portalPayments?: CentsByPayment
}

export interface InvoicePayment {
  id: string
  /** What the provider captured, less what went back. A dispute counts when it is lost. */
  netCents: number
  /** Taken off the balance the customer sees (PORTAL_POSTING). */
  isPosted: boolean
}

/** What decides how much of an invoice may still be charged. */
export interface InvoiceMoney {
  record: BooksRecord
  /** The portal's payments of this invoice. */
  payments: readonly InvoicePayment[]
  /** What the newest records of the company's other invoices contain of these payments. */
  elsewhere: CentsByPayment
}

/** Why nothing may be charged although the books show a balance. */
export type OwedWait = 'posting' | 'onHold'

export interface Owed {
  /** May still be charged; 0 or less means nothing. */
  cents: number
  waits?: OwedWait
}

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)

/**
 * Returns what may still be charged for an invoice, from the newest records (payments design, section 2).
 *
 * Books that name payments: the balance less what was paid and is in no record yet. Books that name nothing cannot say
 * whether a balance contains a payment, so after a payment only a balance of zero or less is believed.
 */
export function owed(invoice: InvoiceMoney): Owed {
  const { record, payments, elsewhere } = invoice
  const named = record.portalPayments
  const { balanceCents } = record
  if (!named) {
    const isPaidInPortal = sum(payments.map(({ netCents }) => netCents)) !== 0
    if (!isPaidInPortal || balanceCents <= 0) return { cents: balanceCents }
    return { cents: 0, waits: 'posting' }
  }
  const isUnseen = ({ id, netCents, isPosted }: InvoicePayment) =>
    netCents > 0 && !isPosted && !(id in named) && !(id in elsewhere)
  if (payments.some(isUnseen)) return { cents: 0, waits: 'posting' }
  const missing = payments.map(({ id, netCents }) =>
    Math.max(0, netCents - (named[id] ?? 0) - (elsewhere[id] ?? 0)),
  )
  const cents = balanceCents - sum(missing)
  return cents > chargeableCents(invoice) ? { cents: 0, waits: 'onHold' } : { cents }
}

/**
 * Returns how much may be opened without breaking the database's invariant: what was captured for an invoice, less what
 * other invoices contain of it, never exceeds its amount, or its balance with what that contains.
 */
export function chargeableCents({ record, payments, elsewhere }: InvoiceMoney): number {
  const contained = sum(Object.values(record.portalPayments ?? {}))
  const limit = Math.max(record.amountCents, record.balanceCents + contained)
  const captured = sum(payments.map(({ id, netCents }) => netCents - (elsewhere[id] ?? 0)))
  return limit - captured
}

/**
 * Returns how much of an invoice's payments no record contains although the invoice does not need it any more: money that
 * is not applied yet, because the invoice was written again under another number. A payment that a record contains in
 * part is being applied. Books that name nothing cannot say.
 */
export function notAppliedCents({ record, payments, elsewhere }: InvoiceMoney): number {
  const named = record.portalPayments
  if (!named) return 0
  const isNowhere = ({ id, netCents }: InvoicePayment) =>
    netCents > 0 && !(id in named) && !(id in elsewhere)
  const nowhere = sum(payments.filter(isNowhere).map(({ netCents }) => netCents))
  return Math.max(0, nowhere - Math.max(0, record.balanceCents))
}

/** An older extract of the ERP changes nothing. Equal instants go by arrival. `asOf` is absent until the books send one. */
export function isStale(incomingAsOf: number | undefined, newestAsOf: number | undefined): boolean {
  return newestAsOf !== undefined && (incomingAsOf ?? -Infinity) < newestAsOf
}
