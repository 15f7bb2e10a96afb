import type { InvoiceChanges } from '@portal/domain/changes/changes.schema'
import { toCents, type Cents } from '@portal/domain/kernel/money'

/** The beginning and the end of a bar, in thousandths of the width. */
export interface Bar {
  from: number
  to: number
}

export interface Waterfall {
  /** The amount at the left edge. */
  begins: Cents
  before: Bar
  causes: readonly (Bar & { isLess: boolean })[]
  after: Bar
}

/** The positions on a bar of the line from the row above and of the line to the row below. */
export interface Joints {
  enters?: number
  leaves?: number
}

/** The lines that join the bar of a cause with the amount before and after it. */
export const jointsOf = ({ from, to, isLess }: Waterfall['causes'][number]): Required<Joints> =>
  isLess ? { enters: to, leaves: from } : { enters: from, leaves: to }

/** The part of the width before the lowest bar, if the scale does not begin at zero. */
const shareBefore = 0.18

/** Places the bars of a comparison on one scale, which begins at zero if the causes are then still visible. */
export function waterfall({ causes, before, currencyIsoCode }: InvoiceChanges): Waterfall {
  const start = before.reduce((sum, { amount }) => sum + toCents(amount, currencyIsoCode), 0)
  const ends = [start]
  for (const { amount } of causes) ends.push((ends.at(-1) ?? 0) + toCents(amount, currencyIsoCode))
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const begins =
    low > (high - low) * 2 ? roundDown(low - (high - low) * shareBefore) : Math.min(0, low)
  const at = (cents: Cents) => Math.round(((cents - begins) / Math.max(1, high - begins)) * 1000)
  const left = at(Math.max(begins, Math.min(0, high)))
  const bars = causes.map((_, index) => {
    const [from, to] = [ends[index] ?? 0, ends[index + 1] ?? 0]
    return { from: at(Math.min(from, to)), to: at(Math.max(from, to)), isLess: to < from }
  })
  return {
    begins,
    before: { from: left, to: at(start) },
    causes: bars,
    after: { from: left, to: at(ends.at(-1) ?? 0) },
  }
}

/** Rounds to two digits, for the beginning of a scale. */
function roundDown(cents: Cents): Cents {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, cents))) - 2)
  return Math.max(0, Math.floor(cents / unit) * unit)
}
