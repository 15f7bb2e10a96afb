import fc from 'fast-check'

const { TEST_SEED, TEST_EFFORT } = process.env

/** How many times as many random cases as usual; more than 1 when the tests are soaked. */
export const effort = Number(TEST_EFFORT ?? 1)

/** The number of random cases to try where `usual` are enough for every day. */
export const runs = (usual: number) => usual * effort

// Without a seed, each run tries other cases; a failure names its own seed.
fc.configureGlobal({ numRuns: runs(100), ...(TEST_SEED && { seed: Number(TEST_SEED) }) })
