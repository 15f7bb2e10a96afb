import type { AttentionItem } from '@portal/domain/attention/attention.schema'
import { formatMoney, parseCents } from '@portal/domain/kernel/money'
import { owed } from '@portal/domain/payments/owed'

export type OnHoldPayment = NonNullable<AttentionItem['payments']>[number]

/** Returns what is wrong with an entry, or undefined if it says how much a balance contains of a payment. */
export function entryProblem(entry: string, { cents }: OnHoldPayment, currency: string) {
  const parsed = parseCents(entry.trim(), currency)
  if (parsed !== undefined && parsed >= 0 && parsed <= cents) return undefined
  return `Enter an amount from ${formatMoney(0, currency)} to ${formatMoney(cents, currency)}.`
}

/** Returns what is left to pay once the balance is explained so, by the same rule as the server's. */
export function owedAfter(
  balanceCents: number,
  payments: readonly OnHoldPayment[],
  contained: Readonly<Record<string, number>>,
): number {
  const elsewhere = payments.filter(({ elsewhereCents }) => elsewhereCents > 0)
  return owed({
    record: { amountCents: balanceCents, balanceCents, portalPayments: contained },
    payments: payments.map(({ id, netCents }) => ({ id, netCents, isPosted: true })),
    elsewhere: Object.fromEntries(elsewhere.map(({ id, elsewhereCents }) => [id, elsewhereCents])),
  }).cents
}
