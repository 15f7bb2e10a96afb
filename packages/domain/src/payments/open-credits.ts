import { formatMoney, toCents } from '../kernel/money.ts'
import type { OpenCredits } from './charges.schema.ts'

/** A longer list would hide what is paid. */
const namedAtMost = 5

/** Names the open credits before a card is charged; undefined if there are none. `name` marks an invoice number for its text. */
export function openCreditsText(
  credits: OpenCredits,
  name = (invoiceNumber: string) => invoiceNumber,
): string | undefined {
  if (credits.length === 0) return undefined
  const parts = credits.map(({ invoiceNumber, amount }) => ({
    name: name(invoiceNumber),
    cents: toCents(amount, 'USD'),
  }))
  const rest = parts.splice(namedAtMost)
  if (rest.length > 0)
    parts.push({
      name: `${rest.length} more`,
      cents: rest.reduce((sum, { cents }) => sum + cents, 0),
    })
  const list = parts.map(({ name, cents }) => `${name} ${formatMoney(cents, 'USD')}`).join(', ')
  return `Open credits: ${list}. Card payments do not use them.`
}
