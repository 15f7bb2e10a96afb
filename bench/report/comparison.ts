import { median, medianRatio } from './rounds.ts'

/** One line of the table: a measurement, what it is compared with, and the ratio. */
export interface Comparison {
  what: string
  measured: string
  comparedWith: string
  /** Measured divided by compared; median over the rounds of one run. */
  ratio: number
  /** Absent if the ratio is only shown. */
  target?: { atLeast: number } | { atMost: number } | undefined
}

/** Returns the rounds of two measurements as one line; `written` formats a median with its unit. */
export function compare(
  what: string,
  measured: number[],
  other: string,
  compared: number[],
  written: (value: number) => string,
): Comparison {
  return {
    what,
    measured: written(median(measured)),
    comparedWith: `${other} ${written(median(compared))}`,
    ratio: medianRatio(measured, compared),
  }
}

export function isMet({ ratio, target }: Comparison): boolean {
  if (!target) return true
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost
}
