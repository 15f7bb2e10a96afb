import type { Day } from '../kernel/day.ts'
import type { Cents } from '../kernel/money.ts'

/** How another payment than a card payment in the portal was made, as records name it (`settledBy`). */
export const settledMethods = [
  'transfer',
  'check',
  'directDebit',
  'card',
  'credit',
  'other',
] as const

export const movementKinds = [
  'invoiced',
  'corrected',
  'withdrawn',
  'before',
  'settled',
  'booked',
  'matched',
  'paid',
  'refunded',
  'chargedBack',
  'returned',
  'changed',
  'moved',
] as const

export interface MovementKind {
  kind: (typeof movementKinds)[number]
  /** Only of `settled`. */
  method: (typeof settledMethods)[number] | null
  /** Whether the invoice is a credit. */
  isCredit: boolean
}

/** A change of what an invoice leaves to pay, on its business day. */
export interface Movement extends MovementKind {
  day: Day
  cents: Cents
  /** The provider's name of the payment or credit, and what its payer wrote. */
  referenceId: string | null
  reference: string | null
  /** The day of the payment if it is another one. */
  paidOn: Day | null
}

interface Row {
  /** In the account of a statement, with a count. */
  label: string
  /** For one line. */
  words: string
}

const bySettled: Record<(typeof settledMethods)[number], Row> = {
  transfer: { label: 'Bank transfers', words: 'Bank transfer' },
  check: { label: 'Checks', words: 'Check' },
  directDebit: { label: 'Direct debits', words: 'Direct debit' },
  card: { label: 'Cards charged elsewhere', words: 'Card charged elsewhere' },
  credit: { label: 'Credits applied', words: 'Credit applied' },
  other: { label: 'Other payments', words: 'Other payment' },
}
const invoices = { label: 'Invoices', words: 'Invoice' }
const credits = { label: 'Credits', words: 'Credit' }
const booked = { label: 'Booked by the provider', words: 'Booked by the provider' }
const creditsUsed = { label: 'Credits used', words: 'Credit used' }
const takenBack = {
  label: 'Refunds and chargebacks taken back',
  words: 'Refund or chargeback taken back',
}

const byKind: Record<Exclude<MovementKind['kind'], 'invoiced' | 'settled' | 'booked'>, Row> = {
  corrected: { label: 'Corrections', words: 'Correction' },
  withdrawn: { label: 'Withdrawn', words: 'Withdrawn' },
  before: {
    label: 'Settled before the first record of the invoice',
    words: 'Settled before the first record',
  },
  paid: { label: 'Card payments', words: 'Card payment' },
  refunded: { label: 'Refunds', words: 'Refund' },
  chargedBack: { label: 'Chargebacks', words: 'Chargeback' },
  returned: takenBack,
  matched: {
    label: 'Refunded and not due again, or paid for another invoice',
    words: 'Not due again, or paid for another invoice',
  },
  changed: { label: '', words: 'Dates changed' },
  moved: { label: '', words: 'Moved to another category' },
}

/** In the order of a statement's account. */
const order: readonly Row[] = [
  invoices,
  credits,
  byKind.corrected,
  byKind.withdrawn,
  ...Object.values(bySettled),
  booked,
  creditsUsed,
  byKind.before,
  byKind.paid,
  byKind.refunded,
  byKind.chargedBack,
  takenBack,
  byKind.matched,
]

function rowOf({ kind, method, isCredit }: MovementKind): Row {
  if (kind === 'invoiced') return isCredit ? credits : invoices
  if (kind === 'booked') return isCredit ? creditsUsed : booked
  return kind === 'settled' ? bySettled[method ?? 'other'] : byKind[kind]
}

export const movementWords = (movement: MovementKind): string => rowOf(movement).words

/** Returns the rows of an account between its opening and its closing balance, in order. */
export function accountRows(
  movements: readonly (MovementKind & { cents: Cents })[],
): { label: string; count: number; cents: Cents }[] {
  return order.flatMap((row) => {
    const own = movements.filter((one) => rowOf(one) === row)
    const cents = own.reduce((sum, one) => sum + one.cents, 0)
    return own.length === 0 ? [] : [{ label: row.label, count: own.length, cents }]
  })
}

/** Whether the line was written for a card payment in the portal; the others come from the provider's books. */
export const isOfPortal = ({ kind }: MovementKind): boolean =>
  ['paid', 'refunded', 'chargedBack', 'returned', 'matched'].includes(kind)
