import fc from 'fast-check'

const { TEST_SEED, TEST_EFFORT } = process.env

/** The factor for the number of random cases; more than 1 in soak tests. */
export const effort = Number(TEST_EFFORT ?? 1)

/** Returns the number of random cases to try; `usual` is the number for normal runs. */
export const runs = (usual: number) => usual * effort

// The lanes give a seed (tools/test.ts). Without one, each run tries other cases; a failure prints its seed.
fc.configureGlobal({
  numRuns: runs(100),
  // The report has the error, not only the failing case.
  includeErrorInReport: true,
  ...(TEST_SEED && { seed: Number(TEST_SEED) }),
})
