import fc from 'fast-check'

const { TEST_SEED, TEST_EFFORT } = process.env

/** The seed of all random cases. The lanes always try the same cases; the soak (tools/soak.ts) tries others. */
export const testSeed = Number(TEST_SEED ?? 1)

/** The factor for the number of random cases; more than 1 in the soak. */
export const effort = Number(TEST_EFFORT ?? 1)

/** Returns the number of random cases to try; `usual` is the number for the lanes. */
export const runs = (usual: number) => usual * effort

/** Returns whether one of many slow cases is tried: in the lanes one in `parts`, always the same ones; in the soak all. */
export const isShared = (place: number, parts: number) => effort > 1 || place % parts === 0

fc.configureGlobal({
  seed: testSeed,
  numRuns: runs(100),
  // The report contains the error, not only the failing case.
  includeErrorInReport: true,
})
