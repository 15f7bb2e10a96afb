import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** One run of vitest: its arguments and its environment. */
interface Suite {
  args: string[]
  env?: Record<string, string>
}

interface Lane {
  /** Types, lint, format, boundaries, lock file, API document. */
  checks: boolean
  suites: Suite[]
}

export type LaneName = 'quick' | 'screens' | 'test' | 'long'

export const units = ['--config', 'vitest.config.ts']
export const screens = ['--config', 'screens/vitest.config.ts']
export const journeys = ['--config', 'e2e/vitest.config.ts']
const twoPortals = { JOURNEY_WORKERS: '2' }
const without = (...kinds: string[]) =>
  kinds.flatMap((kind) => ['--exclude', `**/*.${kind}.test.*`])

/**
 * What each lane runs. The file name selects the lane: `x.test.ts` is in quick and test, `x.slow.test.ts` in test,
 * `x.long.test.ts` in long, `x.soak.test.ts` in none, only in `test:soak`; journeys are never in quick.
 */
export const lanes: Record<LaneName, Lane> = {
  quick: { checks: true, suites: [{ args: [...units, ...without('slow', 'long', 'soak')] }] },
  screens: { checks: false, suites: [{ args: screens }] },
  test: {
    checks: true,
    suites: [
      { args: [...units, ...without('long', 'soak')] },
      { args: screens },
      { args: [...journeys, ...without('long', 'soak')], env: twoPortals },
    ],
  },
  long: {
    checks: false,
    suites: [
      { args: [...units, '.long.test.'] },
      { args: [...journeys, '.long.test.'], env: twoPortals },
    ],
  },
}

/** Returns the files to repeat with other seeds: random tests, and drills of the long lane without a browser. */
export function soakedFiles(root: string): string[] {
  return ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
      .filter((entry) => !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => /\.(long|soak)\./.test(path) || isRandom(path))
      .map((path) => relative(root, path)),
  )
}

const isRandom = (path: string) => readFileSync(path, 'utf8').includes("from 'fast-check'")
