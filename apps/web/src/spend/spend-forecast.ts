import { monthName } from '@portal/domain/kernel/day'
import { formatMoney, signedMoney, toCents, type Cents } from '@portal/domain/kernel/money'
import type { Month } from '@portal/domain/kernel/month'
import { plural } from '@portal/domain/kernel/plural'
import type { Forecast } from '@portal/domain/spend/spend.schema'
import type { SpendFigures } from './spend-figures.ts'

export interface ForecastFigures {
  months: Month[]
  totals: Cents[]
  /** The months after the last month of the chart. */
  later: { month: Month; cents: Cents }[]
  /** The parts of each month, if there are others than running licenses. */
  parts: string[]
  /** The amount of the last charged month that the forecast leaves out: ` ($60.00 in Nov 2026)`, or empty. */
  others: string
  /** The prices that the forecast is based on. */
  basis: string
  leftOut: string
}

/** The forecast in cents and words; undefined if there is none, or if it has another currency. */
export function forecastFigures(
  forecast: Forecast | undefined,
  { currency, months, totals }: Pick<SpendFigures, 'currency' | 'months' | 'totals'>,
  isSpread: boolean,
): ForecastFigures | undefined {
  if (!forecast?.charged || forecast.months.length === 0) return undefined
  if (forecast.currencyIsoCode !== currency) return undefined
  const inCents = (amount: number) => toCents(amount, currency)
  const { month: last, amount: charged } = forecast.charged
  const other = (totals[months.indexOf(last)] ?? 0) - inCents(charged)
  // Spread charges do not belong to a single month.
  const others =
    isSpread || other <= 0 ? '' : ` (${formatMoney(other, currency)} in ${monthName(last)})`
  const expected = forecast.months.map(({ month, amount }) => ({ month, cents: inCents(amount) }))
  return {
    later: expected.filter(({ month }) => month > (months.at(-1) ?? '')),
    months: expected.map(({ month }) => month),
    totals: expected.map(({ cents }) => cents),
    parts: forecast.months.map((month) => partsText(month, currency)),
    basis: basisText(forecast.counts),
    others,
    leftOut: leftOut(forecast),
  }
}

function partsText(
  { running, prices, starting, ending }: Forecast['months'][number],
  currency: string,
): string {
  const cents = (amount: number) => toCents(amount, currency)
  const changes = [
    [prices, 'new prices'],
    [starting, 'starting'],
    [ending, 'ending'],
  ] as const
  const texts = changes.flatMap(([amount, words]) =>
    amount === 0 ? [] : `${words} ${signedMoney(cents(amount), currency)}`,
  )
  if (texts.length === 0) return ''
  return [`as charged last ${formatMoney(cents(running), currency)}`, ...texts].join(', ')
}

/** `148 license charges as charged last, 3 at list prices` */
function basisText({ asCharged, byRecord, byList }: Forecast['counts']): string {
  const ways = [
    [asCharged, 'as charged last'],
    [byRecord, 'by our records'],
    [byList, 'at list prices'],
  ] as const
  return ways
    .filter(([count]) => count > 0)
    .map(([count, words], at) => `${at === 0 ? plural(count, 'license charge') : count} ${words}`)
    .join(', ')
}

function leftOut({ counts, isOfVisible }: Forecast): string {
  const { notCharged, suspended, unpriced } = counts
  const uncharged = isOfVisible
    ? 'not charged on the invoices you may see'
    : 'not charged for whole months lately'
  const licenses = (count: number, words: string) =>
    count === 0 ? [] : [`${plural(count, 'license')} ${words}`]
  return [
    'one-time charges, usage, taxes and all that is not charged for a license',
    ...licenses(notCharged, uncharged),
    ...licenses(suspended, suspended === 1 ? 'that is suspended' : 'that are suspended'),
    ...licenses(unpriced, 'without a known price'),
  ].join('; ')
}
