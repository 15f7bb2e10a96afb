import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { HanStyle } from '@portal/domain/kernel/scripts'

/** Families of Noto Sans. The Chinese, Japanese and Korean ones have about a hundred files each, by ranges of characters. */
export type Family = 'arabic' | 'hebrew' | 'devanagari' | 'thai' | HanStyle

interface Range {
  first: number
  last: number
  file: string
}

const hanFamilies: readonly HanStyle[] = ['jp', 'kr', 'sc', 'tc']
const otherFamilies: readonly Family[] = ['arabic', 'hebrew', 'devanagari', 'thai']

const { resolve } = createRequire(import.meta.url)
const ranges = new Map<Family, Range[]>()

/**
 * Returns the font file that contains a character. If several files contain it, the region decides which shape is used.
 * Undefined if no file contains it.
 */
export function fontFile(codePoint: number, style: HanStyle): string | undefined {
  for (const family of [...otherFamilies, style, ...hanFamilies]) {
    const file = find(rangesOf(family), codePoint)
    if (file !== undefined) return file
  }
  return undefined
}

function find(sorted: readonly Range[], codePoint: number): string | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.last < codePoint) low = middle + 1
    else high = middle
  }
  const found = sorted[low]
  return found && found.first <= codePoint ? found.file : undefined
}

function rangesOf(family: Family): readonly Range[] {
  let found = ranges.get(family)
  if (!found) ranges.set(family, (found = readRanges(family)))
  return found
}

/** The package lists the characters of each file in style sheet syntax: `U+900-97F,U+1CD0`. */
function readRanges(family: Family): Range[] {
  const name = `noto-sans-${family}`
  const folder = `@fontsource-variable/${name}`
  const files = JSON.parse(readFileSync(resolve(`${folder}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >
  return (
    Object.entries(files)
      // The other files, such as "latin", contain characters that the documents' own font has.
      .filter(([part]) => part === family || part.startsWith('['))
      .flatMap(([part, characters]) => {
        const file = `${folder}/files/${name}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2`
        return characters.split(',').map((range) => ({ ...firstAndLast(range), file }))
      })
      .toSorted((one, other) => one.first - other.first)
  )
}

function firstAndLast(range: string) {
  const [first = 0, last = first] = range
    .trim()
    .slice(2)
    .split('-')
    .map((digits) => parseInt(digits, 16))
  return { first, last }
}
