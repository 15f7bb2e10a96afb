import { monthName } from '../kernel/day.ts'
import { isolated } from '../kernel/isolated.ts'
import { formatMoney, signedMoney, type Cents } from '../kernel/money.ts'
import { plural } from '../kernel/plural.ts'
import type { Bill } from './bill.ts'
import { causesOf, type Cause, type CauseFacts } from './change-causes.ts'
import { changeParts, type Compared } from './change-parts.ts'

export interface Change {
  before: readonly Bill[]
  beforeCents: Cents
  difference: Cents
  causes: readonly Cause[]
  sentence: string
}

/** The sentence names this share of the change, with at most this many causes. */
const named = { share: 0.9, most: 3 }

/** Explains why a bill differs from the bills that it continues. The causes sum exactly to the difference. */
export function explainChange(
  before: readonly Bill[],
  after: Bill,
  compared: Compared,
  facts: CauseFacts,
): Change {
  const causes = causesOf(changeParts(before, after, compared), before, after, facts)
  const beforeCents = before.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const difference = after.amountCents - beforeCents
  const start = `${comparison(difference, beforeCents, after.currency)} ${monthsOf(before)}`
  const list = causeList(causes, after.currency)
  const isOneCause = causes.length === 1 && difference !== 0
  const why =
    list &&
    (difference === 0
      ? `, though lines changed: ${list}`
      : `: ${isOneCause ? (causes[0]?.words ?? '') : list}`)
  return { before, beforeCents, difference, causes, sentence: `${start}${why}.${also(compared)}` }
}

/** Returns why a bill is compared with no other. */
export function noComparison(bill: Bill, earlierCurrency: string | undefined): string {
  if (bill.isLateFee) return 'A late fee continues no earlier invoice.'
  if (bill.amountCents < 0) return 'A credit continues no earlier invoice.'
  if (bill.lines.length === 0) return 'This invoice has no lines to compare.'
  if (earlierCurrency)
    return `The first invoice like this in ${bill.currency}: earlier ones were in ${earlierCurrency}.`
  return 'No earlier invoice is like this one.'
}

function comparison(difference: Cents, before: Cents, currency: string): string {
  if (difference === 0) return 'Same total as'
  const money = formatMoney(Math.abs(difference), currency)
  const percent = percentWords(difference, before)
  return `${money}${percent && ` (${percent})`} ${difference > 0 ? 'more' : 'less'} than`
}

/** Returns `3.6%`; undefined from 1,000% on, where the amounts are clearer. */
export function percentWords(difference: Cents, before: Cents): string {
  if (before <= 0 || difference === 0) return ''
  const percent = (Math.abs(difference) / before) * 100
  if (percent >= 1000) return ''
  return percent < 0.1 ? '<0.1%' : `${percent.toFixed(1)}%`
}

function monthsOf(before: readonly Bill[]): string {
  const months = [...new Set(before.map(({ serviceMonth }) => monthName(serviceMonth)))].join(
    ' and ',
  )
  return before.length > 1 ? `${plural(before.length, 'invoice')} of ${months} together` : months
}

function causeList(causes: readonly Cause[], currency: string): string {
  const gross = (some: readonly Cause[]) =>
    some.reduce((sum, { cents }) => sum + Math.abs(cents), 0)
  const all = gross(causes)
  let count = 0
  while (count < named.most && gross(causes.slice(0, count)) < named.share * all) count += 1
  const rest = causes.slice(count)
  const texts = causes
    .slice(0, count)
    .map(({ words, cents }) => `${words}, ${signedMoney(cents, currency)}`)
  const [only] = rest
  if (rest.length === 1 && only) texts.push(`${only.words}, ${signedMoney(only.cents, currency)}`)
  else if (rest.length > 1) {
    const net = rest.reduce((sum, { cents }) => sum + cents, 0)
    texts.push(`${rest.length} smaller changes, net ${signedMoney(net, currency)}`)
  }
  return texts.join('; ')
}

/** Returns what changed besides amounts. */
function also({ pairs }: Compared): string {
  const free = pairs.filter(({ before, after }) => before.totalCents === after.totalCents)
  const texts = new Set(
    free.flatMap(({ before, after, found }) => {
      if (found === 'replaced')
        return `${isolated(before.productName)} was replaced by ${isolated(after.productName)}`
      if (found === 'renamed') return `${isolated(before.note)} is now ${isolated(after.note)}`
      if (found !== 'instead') return []
      const [now, was] = [after, before].map(({ productName, note }) =>
        before.productName === after.productName ? note : productName,
      ) as [string, string]
      return `${isolated(now)} instead of ${isolated(was)}`
    }),
  )
  const some = [...texts].slice(0, 2)
  const more = texts.size - some.length
  if (texts.size === 0) return ''
  return ` Also: ${some.join('; ')}${more > 0 ? `; ${plural(more, 'similar change')}` : ''}.`
}
