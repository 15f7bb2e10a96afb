import type { Day } from '../kernel/day.ts'
import type { Cents } from '../kernel/money.ts'
import type { MovementKind } from './movements.ts'

/** A line of the books about an invoice (decision 0106), with what mails need. */
export interface BookLine extends Omit<MovementKind, 'isCredit'> {
  /** Increases with each line. */
  id: number
  cents: Cents
  currency: string
  /** Only names of payments changed. */
  isRenaming: boolean
  dueDate: Day | null
  /** When the line was written, and its business day. */
  notedAt: Date
  notedOn: Day
}

/** An invoice as its lines say. */
export interface BookedInvoice {
  amountCents: Cents
  currency: string
  dueDate: Day | null
}

const isAmount = ({ kind }: BookLine) =>
  kind === 'invoiced' || kind === 'corrected' || kind === 'withdrawn'

/** Returns the invoice after these lines, oldest first; undefined if it was withdrawn, or without lines. */
export function bookedInvoice(lines: readonly BookLine[]): BookedInvoice | undefined {
  // A record in another currency takes back the lines of the former one, in any order.
  const last = new Map(lines.filter(isAmount).map((line) => [line.currency, line]))
  const newest = [...last.values()].filter(({ kind }) => kind !== 'withdrawn').at(-1)
  if (!newest) return undefined
  const own = lines.filter(({ currency }) => currency === newest.currency)
  return {
    currency: newest.currency,
    amountCents: sum(own.filter(isAmount)),
    dueDate: own.at(-1)!.dueDate,
  }
}

export const sum = (lines: readonly BookLine[]): Cents =>
  lines.reduce((cents, line) => cents + line.cents, 0)
