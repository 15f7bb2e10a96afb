// Makes each listed fault, one at a time, and checks that its test file fails: npm run test:mutations -- [words].
// The words select faults by name, changed file or test file. In no lane: run it when a test moves, and before a release.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenNeeded } from './build-portal.ts'
import { mutations } from './mutations/all.ts'
import type { Mutation } from './mutations/mutation.ts'

const root = import.meta.portalRoot
const wanted = process.argv.slice(2).join(' ')

/** The path selects the configuration, as the file name selects the lane. */
const configOf = (file: string) =>
  /^(screens|e2e)\//.test(file) ? `${file.split('/')[0]}/vitest.config.ts` : 'vitest.config.ts'

function passes(file: string): boolean {
  const vitest = 'node_modules/vitest/vitest.mjs'
  const args = [vitest, 'run', '--config', configOf(file), '--bail=1', file]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' }).status === 0
}

/** Returns whether the fault's test file fails with the fault. */
async function isFound({ file, from, to, finds }: Mutation): Promise<boolean> {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} must have this text once: ${from}`)
  // A stop by Ctrl-C leaves no fault behind.
  const restore = () => writeFileSync(path, text)
  process.once('exit', restore)
  try {
    writeFileSync(
      path,
      text.replace(from, () => to),
    )
    await buildWhenNeeded(() => {})
    return !passes(finds)
  } finally {
    restore()
    process.off('exit', restore)
  }
}

process.once('SIGINT', () => process.exit(130))
const tried = mutations.filter(({ name, file, finds }) =>
  [name, file, finds].some((text) => text.includes(wanted)),
)
await buildWhenNeeded(() => {})
for (const file of new Set(tried.map(({ finds }) => finds)))
  if (!passes(file)) throw new Error(`${file} fails without a fault`)
const missed: string[] = []
for (const mutation of tried) {
  const found = await isFound(mutation)
  console.log(`${found ? '✓' : '✗'} ${mutation.name}: ${mutation.finds}`)
  if (!found) missed.push(mutation.name)
}
await buildWhenNeeded(() => {})
console.log(`${tried.length - missed.length} found, ${missed.length} missed`)
process.exitCode = missed.length || !tried.length ? 1 : 0
