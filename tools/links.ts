import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { sourcesOf } from './imports.ts'
import { anchorOf } from './monitoring/monitoring-documents.ts'

const index = 'docs/decisions/README.md'
/** Matches paths in code marks, except those of a build and of examples (`x.test.ts`). */
const namedFile =
  /`((?:apps|packages|tools|docs|deploy|e2e|screens|bench)\/(?!\S*(?:dist\/|\bx\.))[\w./-]+\.\w+)`/g

/** Returns links to files and headings that do not exist, and decisions that are not in their index, one line each. */
export function findBrokenLinks(
  texts: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): string[] {
  const found: string[] = []
  for (const [file, text] of texts) {
    for (const [, ...numbers] of text.matchAll(/\bdecisions? (\d{4})(?:(?:,| and) (\d{4}))?/gi))
      for (const number of numbers.filter(Boolean))
        if (!texts.get(index)?.includes(`\n- ${number} `))
          found.push(`${file}: decision ${number} is not in ${index}`)
    if (!file.endsWith('.md')) continue
    for (const [, path = ''] of text.matchAll(namedFile))
      if (!exists(path)) found.push(`${file}: ${path}`)
    for (const [, link = ''] of text.matchAll(/\]\((?![a-z]+:)([^\s)]+)\)/g)) {
      const [path, anchor] = link.split('#')
      const target = path ? join(dirname(file), path) : file
      const headings = [...(texts.get(target)?.matchAll(/^#+ (.+)$/gm) ?? [])]
      if (!exists(target) || (anchor && !headings.some(([, one = '']) => anchorOf(one) === anchor)))
        found.push(`${file}: ${link}`)
    }
  }
  return found
}

/** Returns the paths of the documents, from the repository's folder. */
export const documentsOf = (root: string): string[] =>
  ['', 'docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  )

/** Returns the broken links of the documents, and unknown decisions in all sources. */
export function brokenLinks(root: string): string[] {
  const sources = sourcesOf(root, /\.(tsx?|mjs|css|sql|md)$/).map((file) => relative(root, file))
  const read = (file: string): [string, string] => [file, readFileSync(join(root, file), 'utf8')]
  return findBrokenLinks(new Map([...documentsOf(root), ...sources].map(read)), (path) =>
    existsSync(join(root, path)),
  )
}
