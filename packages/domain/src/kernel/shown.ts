import { Type, type Static, type TSchema } from 'typebox'
import { Amount, CurrencyCode, Exact } from './fields.ts'
import { formatMoney, toCents, type Cents } from './money.ts'

const missing =
  'Without `shown` nothing is compared: the call does what is true at that moment, and no shown figures are stored.'

/**
 * The field of a body with what the user saw and confirmed. The server compares it with what the call would do, in the
 * same transaction: nothing is done that exceeds what was shown. Programs that show nothing omit the field.
 */
export const shownField = <T extends TSchema & { description?: string }>(shape: T) => ({
  shown: Type.Optional({ ...shape, description: [shape.description, missing].join(' ').trim() }),
})

/** An amount that will be charged. */
export const ShownAmount = Exact(
  { amount: Amount, currencyIsoCode: CurrencyCode },
  {
    title: 'ShownAmount',
    description: 'What the payer saw: 409 if more is due now; a lower amount is charged.',
  },
)
export type ShownAmount = Static<typeof ShownAmount>

const shownCents = ({ amount, currencyIsoCode }: ShownAmount) => toCents(amount, currencyIsoCode)

export const isMoreThanShown = (shown: ShownAmount, cents: Cents, currency: string): boolean =>
  shown.currencyIsoCode !== currency || cents > shownCents(shown)

/** The most changes that are named. */
const mostChanges = 3

/** Returns the changes since a user saw something, as sentences; only the first ones of many. */
export function changesText(changes: readonly string[]): string {
  const more = changes.length - mostChanges
  return [...changes.slice(0, mostChanges), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

export const shownText = (shown: ShownAmount) =>
  formatMoney(shownCents(shown), shown.currencyIsoCode)

/**
 * Returns why an amount may not be charged, in words for the payer who saw another amount; undefined if the amount is the
 * same or lower.
 */
export function changedAmount(
  shown: ShownAmount,
  cents: Cents,
  currency: string,
): string | undefined {
  if (!isMoreThanShown(shown, cents, currency)) return undefined
  const [before, now] = [shownText(shown), formatMoney(cents, currency)]
  return `The amount due has changed from ${before} to ${now}. Nothing was charged. Please check it and pay again.`
}
