import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

interface Suite {
  args: string[]
  env?: Record<string, string>
}

interface Lane {
  /** Types, lint, format, boundaries, lock file, API document, budgets. */
  checks: boolean
  /** Suites of a row run one after the other; rows run at the same time. */
  suites: Suite[][]
  /** The processor time that the lane may use on two cores. More is a warning, because times vary. */
  cpuSeconds: number
}

export type LaneName = 'quick' | 'screens' | 'test' | 'long'

export const units = ['--config', 'vitest.config.ts']
export const screens = ['--config', 'screens/vitest.config.ts']
export const journeys = ['--config', 'e2e/vitest.config.ts']
const twoPortals = { JOURNEY_WORKERS: '2' }
export const without = (...kinds: string[]) =>
  kinds.flatMap((kind) => ['--exclude', `**/*.${kind}.*`])
// A change of the product cannot break the provider's sandbox, so its own tests are in the long lane.
const cardSandbox = 'packages/card-sandbox/'
const unitsWithout = (...kinds: string[]) => [
  ...units,
  ...without(...kinds),
  '--exclude',
  `${cardSandbox}**`,
]

/**
 * What each lane runs. The file name selects the lane: `x.test.ts` is in quick and test, `x.slow.test.ts` in test,
 * `x.long.test.ts` in long, `x.soak.test.ts` in none, only in `test:soak`; screens and journeys are never in quick.
 */
export const lanes: Record<LaneName, Lane> = {
  quick: {
    checks: true,
    suites: [[{ args: unitsWithout('slow', 'long', 'soak') }]],
    cpuSeconds: 300,
  },
  screens: { checks: false, suites: [[{ args: screens }]], cpuSeconds: 300 },
  test: {
    checks: true,
    suites: [
      // Journeys wait for mails and timed work half of their time.
      [{ args: [...journeys, ...without('long', 'soak')], env: twoPortals }],
      [{ args: unitsWithout('long', 'soak') }, { args: [...screens, ...without('long')] }],
    ],
    cpuSeconds: 910,
  },
  long: {
    checks: false,
    suites: [
      [{ args: [...units, '.long.test.', cardSandbox] }],
      [
        { args: [...journeys, '.long.test.'], env: twoPortals },
        { args: [...screens, '.long.screen.'] },
      ],
    ],
    cpuSeconds: 1800,
  },
}

/**
 * Returns the test files of units that the soak repeats with other seeds: random tests, and drills of the long lane
 * without a browser.
 */
export function soakedFiles(root: string): string[] {
  return ['packages', 'apps', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
      .filter((entry) => !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => /\.(long|soak)\./.test(path) || isRandom(path))
      .map((path) => relative(root, path)),
  )
}

const isRandom = (path: string) =>
  /from '(fast-check|.*random-tests\.ts)'/.test(readFileSync(path, 'utf8'))
