import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rooms } from './boundaries.ts'
import { ceilings } from './ceilings.ts'
import { sourcesOf } from './imports.ts'
import { documentsOf } from './links.ts'

/**
 * Returns the room to which a source file counts: a slice of an area for the product, or its folder where folders have
 * directions, else the kind of test. Undefined for generated files.
 */
export function roomOf(path: string): string | undefined {
  if (path.endsWith('.endpoints.ts') || path === 'CHANGELOG.md') return undefined
  if (path.endsWith('.md')) return path.startsWith('docs/decisions/') ? 'decisions' : 'docs'
  if (path.startsWith('screens/'))
    return path.endsWith('.screen.ts') ? 'screens' : 'support of tests'
  if (path.startsWith('e2e/')) return path.endsWith('.test.ts') ? 'journeys' : 'support of tests'
  if (/\.test\.tsx?$/.test(path)) return 'units'
  if (/^(?:apps|packages)\/[^/]+\/test\//.test(path)) return 'support of tests'
  const [, area = '', slice, folder] =
    /^(?:apps|packages)\/([^/]+)\/(?:src\/)?(?:([^/]+)\/)?(?:([^/]+)\/)?/.exec(path) ?? []
  if (!area) return path.split('/')[0]
  if (!slice || !['server', 'web', 'domain'].includes(area)) return area
  const name = `${area} ${slice}`
  return folder && rooms[name] ? `${name} ${folder}` : name
}

/** Returns the lines of each room, the words of documents, the files of each area, and the lines of style sheets. */
export function measureRooms(root: string): Map<string, number> {
  const sizes = new Map<string, number>()
  const sources = sourcesOf(root, /\.(tsx?|css|mjs|sql)$/).map((path) => relative(root, path))
  for (const path of [...sources, ...documentsOf(root)]) {
    const room = roomOf(path)
    if (!room) continue
    const parts = readFileSync(join(root, path), 'utf8').split(path.endsWith('.md') ? /\s+/ : '\n')
    const add = (key: string, more: number) => sizes.set(key, (sizes.get(key) ?? 0) + more)
    add(room, parts.length - 1)
    const [area = ''] = room.split(' ')
    if (['server', 'web', 'domain'].includes(area)) add(`files of ${area}`, 1)
    if (path.endsWith('.css')) add('styles', parts.length - 1)
  }
  return sizes
}

/** Returns the rooms that have more lines or words than their ceiling, or none. */
export function roomsOverBudget(
  measured: ReadonlyMap<string, number>,
  allowed: Readonly<Record<string, number>> = ceilings,
): string[] {
  return [...measured].flatMap(([room, size]) => {
    const ceiling = allowed[room]
    if (ceiling === undefined) return [`${room} has no ceiling in tools/ceilings.ts`]
    if (size <= ceiling) return []
    const isText = ['docs', 'decisions'].includes(room)
    const unit = room.startsWith('files') ? 'files' : isText ? 'words' : 'lines'
    return `${room} has ${size} ${unit}, its ceiling is ${ceiling}: remove some, or say in the commit why it needs more`
  })
}
