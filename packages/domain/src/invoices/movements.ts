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

/** The rows of a statement's account between its balances, in order. */
const rows = {
  invoices: { label: 'Invoices', words: 'Invoice' },
  credits: { label: 'Credits', words: 'Credit' },
  corrections: { label: 'Corrections', words: 'Correction' },
  withdrawn: { label: 'Withdrawn', words: 'Withdrawn' },
  transfers: { label: 'Bank transfers', words: 'Bank transfer' },
  checks: { label: 'Checks', words: 'Check' },
  directDebits: { label: 'Direct debits', words: 'Direct debit' },
  cardsElsewhere: { label: 'Cards charged elsewhere', words: 'Card charged elsewhere' },
  creditsApplied: { label: 'Credits applied', words: 'Credit applied' },
  otherPayments: { label: 'Other payments', words: 'Other payment' },
  booked: { label: 'Booked by the provider', words: 'Booked by the provider' },
  creditsUsed: { label: 'Credits used', words: 'Credit used' },
  before: {
    label: 'Settled before the first record of the invoice',
    words: 'Settled before the first record',
  },
  cardPayments: { label: 'Card payments', words: 'Card payment' },
  refunds: { label: 'Refunds', words: 'Refund' },
  chargebacks: { label: 'Chargebacks', words: 'Chargeback' },
  takenBack: {
    label: 'Refunds and chargebacks taken back',
    words: 'Refund or chargeback taken back',
  },
  matched: {
    label: 'Refunded and not due again, or paid for another invoice',
    words: 'Not due again, or paid for another invoice',
  },
} satisfies Record<string, Row>

export type AccountRowKey = keyof typeof rows
export const accountRowKeys = Object.keys(rows) as AccountRowKey[]

const bySettled: Record<(typeof settledMethods)[number], AccountRowKey> = {
  transfer: 'transfers',
  check: 'checks',
  directDebit: 'directDebits',
  card: 'cardsElsewhere',
  credit: 'creditsApplied',
  other: 'otherPayments',
}

const byKind = {
  corrected: 'corrections',
  withdrawn: 'withdrawn',
  before: 'before',
  paid: 'cardPayments',
  refunded: 'refunds',
  chargedBack: 'chargebacks',
  returned: 'takenBack',
  matched: 'matched',
} as const

/** The row of the account that counts the line; undefined if the line has no amount. */
export function accountRowOf({ kind, method, isCredit }: MovementKind): AccountRowKey | undefined {
  if (kind === 'invoiced') return isCredit ? 'credits' : 'invoices'
  if (kind === 'booked') return isCredit ? 'creditsUsed' : 'booked'
  if (kind === 'settled') return bySettled[method ?? 'other']
  return kind === 'changed' || kind === 'moved' ? undefined : byKind[kind]
}

export function movementWords(movement: MovementKind): string {
  const row = accountRowOf(movement)
  if (row) return rows[row].words
  return movement.kind === 'moved' ? 'Moved to another category' : 'Dates changed'
}

/** Returns the rows of an account between its opening and its closing balance, in order. */
export function accountRows(
  movements: readonly (MovementKind & { cents: Cents })[],
): { row: AccountRowKey; label: string; count: number; cents: Cents }[] {
  return accountRowKeys.flatMap((row) => {
    const own = movements.filter((one) => accountRowOf(one) === row)
    const cents = own.reduce((sum, one) => sum + one.cents, 0)
    return own.length === 0 ? [] : [{ row, label: rows[row].label, count: own.length, cents }]
  })
}

/** Whether the line was written for a card payment in the portal; the others come from the provider's books. */
export const isOfPortal = ({ kind }: MovementKind): boolean =>
  ['paid', 'refunded', 'chargedBack', 'returned', 'matched'].includes(kind)
