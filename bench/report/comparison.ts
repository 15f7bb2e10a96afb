/** One line of the table: a measurement, what it is held against, and how they relate. */
export interface Comparison {
  what: string
  measured: string
  comparedWith: string
  /** Measured divided by compared; median over the rounds of one run. */
  ratio: number
  /** Nothing when the ratio is only told. */
  target?: { atLeast: number } | { atMost: number } | undefined
}

export function isMet({ ratio, target }: Comparison): boolean {
  if (!target) return true
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost
}
