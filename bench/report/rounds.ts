/**
 * Measures several functions in turns (A B B A …), so that other load on the machine slows all of them equally, and none
 * is always second. Returns the values of each function, round by round.
 */
export async function interleave<Name extends string, Value>(
  rounds: number,
  measures: Record<Name, () => Promise<Value>>,
): Promise<Record<Name, Value[]>> {
  const names = Object.keys(measures) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Value[]
  >
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 ? names.toReversed() : names)
      values[name].push(await measures[name]())
  return values
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the median of the ratios of the rounds, so that a slow round does not affect it. */
export function medianRatio(measured: number[], compared: number[]): number {
  return median(measured.map((value, round) => value / compared[round]!))
}

/** Returns how long the work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en-US')}/s`
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`
export const microseconds = (value: number) => `${value.toFixed(0)} µs`
export const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`
