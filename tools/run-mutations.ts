// Makes each listed fault, one at a time, and checks that its test file fails: npm run test:mutations -- [words]. The
// words select faults by name, changed file or test file; `wrong rules` selects those that the searches of payments and
// of people must find. In no lane: run it when a test moves, and before a release.
import { spawnSync } from 'node:child_process'
import { buildWhenNeeded } from './build-portal.ts'
import { mutations } from './mutations/all.ts'
import { withFault } from './planted-fault.ts'

const wanted = process.argv.slice(2).join(' ')

/** The path selects the configuration, as the file name selects the lane. */
const configOf = (file: string) =>
  /^(screens|e2e)\//.test(file) ? `${file.split('/')[0]}/vitest.config.ts` : 'vitest.config.ts'

function passes(file: string, TEST_EFFORT = '1'): boolean {
  const vitest = 'node_modules/vitest/vitest.mjs'
  const args = [vitest, 'run', '--config', configOf(file), '--bail=1', file]
  const env = { ...process.env, TEST_EFFORT }
  const options = { cwd: import.meta.portalRoot, stdio: 'ignore', env } as const
  return spawnSync(process.execPath, args, options).status === 0
}

/** Each test in these files removes one rule and requires that the search finds the harm. */
const wrongRules = [
  'packages/domain/src/payments/charge-steps.long.test.ts',
  'apps/server/src/payments/money-model-wrong-rules.long.test.ts',
  'apps/server/src/session/people-model.slow.test.ts',
].filter((file) => `wrong rules ${file}`.includes(wanted))

const tried = mutations.filter(({ name, file, finds }) =>
  [name, file, finds].some((text) => text.includes(wanted)),
)
await buildWhenNeeded(() => {})
for (const file of new Set(tried.map(({ finds }) => finds)))
  if (!passes(file)) throw new Error(`${file} fails without a fault`)
const missed: string[] = []
for (const mutation of tried) {
  const isFound = await withFault(mutation, async () => {
    await buildWhenNeeded(() => {})
    return !passes(mutation.finds)
  })
  console.log(`${isFound ? '✓' : '✗'} ${mutation.name}: ${mutation.finds}`)
  if (!isFound) missed.push(mutation.name)
}
await buildWhenNeeded(() => {})
for (const file of wrongRules) {
  // As in the soak: the lanes leave out the rare ones.
  const areFound = passes(file, '10')
  console.log(`${areFound ? '✓' : '✗'} wrong rules: ${file}`)
  if (!areFound) missed.push(file)
}
console.log(`${tried.length + wrongRules.length - missed.length} found, ${missed.length} missed`)
process.exitCode = missed.length || tried.length + wrongRules.length === 0 ? 1 : 0
