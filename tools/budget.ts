import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ceilings } from './ceilings.ts'
import { sourcesOf } from './imports.ts'

/**
 * The room that a source file counts to: a slice of an area for the product, else the kind of test. Undefined for what is
 * generated.
 */
export function roomOf(path: string): string | undefined {
  if (path.endsWith('.endpoints.ts')) return undefined
  if (path.startsWith('screens/'))
    return path.endsWith('.screen.ts') ? 'screens' : 'support of tests'
  if (path.startsWith('e2e/')) return path.endsWith('.test.ts') ? 'journeys' : 'support of tests'
  if (/\.test\.tsx?$/.test(path)) return 'units'
  if (/^(?:apps|packages)\/[^/]+\/test\//.test(path)) return 'support of tests'
  const [, area = '', slice] =
    /^(?:apps|packages)\/([^/]+)\/(?:src\/)?(?:([^/]+)\/)?/.exec(path) ?? []
  if (!area) return path.split('/')[0]
  return slice && ['server', 'web', 'domain'].includes(area) ? `${area} ${slice}` : area
}

/** Returns the lines of each room. */
export function measureRooms(root: string): Map<string, number> {
  const lines = new Map<string, number>()
  for (const path of sourcesOf(root, /\.(tsx?|css|mjs|sql)$/)) {
    const room = roomOf(relative(root, path))
    if (!room) continue
    const count = readFileSync(path, 'utf8').split('\n').length - 1
    lines.set(room, (lines.get(room) ?? 0) + count)
  }
  return lines
}

/** Returns the rooms that have more lines than their ceiling, or none. */
export function roomsOverBudget(
  measured: ReadonlyMap<string, number>,
  allowed: Readonly<Record<string, number>> = ceilings,
): string[] {
  return [...measured].flatMap(([room, lines]) => {
    const ceiling = allowed[room]
    if (ceiling === undefined) return [`${room} has no ceiling in tools/ceilings.ts`]
    return lines > ceiling
      ? [
          `${room} has ${lines} lines, its ceiling is ${ceiling}: remove some, or say in the commit why it needs more`,
        ]
      : []
  })
}
