import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

export interface Import {
  path: string
  /** The path from the repository's folder; undefined for external packages. */
  target: string | undefined
  typeOnly: boolean
}

const folders = ['packages', 'apps', 'tools', 'e2e', 'screens', 'bench']

/** Returns the absolute paths of the project's source files, without installed and built files. */
export const sourcesOf = (root: string, name: RegExp): string[] =>
  folders
    .map((folder) => join(root, folder))
    // An earlier commit may lack some of these folders.
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => sourcesBelow(folder, name))

/** Returns the imports of every file of the project, including types; paths start at the repository's folder. */
export function readImports(root: string): Map<string, Import[]> {
  const files = sourcesOf(root, /\.(tsx?|mjs)$/)
  return new Map(files.map((file) => [relative(root, file), importsOf(root, file)]))
}

/** Finds `import … from`, `export … from`, `import '…'` and, anywhere in a line, `import('…')`. */
const importPattern =
  /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

function importsOf(root: string, file: string): Import[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map((match) => {
    const path = match[2] ?? match[3] ?? ''
    return { path, target: targetOf(root, file, path), typeOnly: Boolean(match[1]) }
  })
}

function targetOf(root: string, file: string, path: string): string | undefined {
  if (path.startsWith('.')) return relative(root, resolve(dirname(file), path))
  const [, name, rest] = /^@portal\/([^/]+)\/(.+)/.exec(path) ?? []
  return name && rest ? ['packages', name, 'src', ...rest.split('/')].join(sep) + '.ts' : undefined
}

function sourcesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesBelow(path, name)
    return name.test(entry.name) ? [path] : []
  })
}
