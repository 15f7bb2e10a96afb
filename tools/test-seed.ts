/** The seed of this run: the lanes give one (tools/test.ts); without it each run tries other cases. */
export const testSeed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)

/** The share of cases that this run tries. Consecutive seeds try all of them. */
export const isTried = (place: number, every: number) => (place + testSeed) % every === 0
