import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parse, tokTypes } from 'acorn'
import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'
import { sourcesOf } from './imports.ts'

const root = import.meta.portalRoot

/** Every regular expression that is written in a source of the server or of the domain, with its place. */
const patterns = sourcesOf(root, /^(?!.*\.test\.ts$).*\.ts$/)
  .map((path) => relative(root, path))
  .filter((path) => /^(apps\/server|packages\/domain)\/src\//.test(path))
  .flatMap(patternsIn)

function patternsIn(path: string): [place: string, pattern: RegExp][] {
  const found: [string, RegExp][] = []
  const { code } = transformSync(readFileSync(`${root}/${path}`, 'utf8'), { loader: 'ts' })
  parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onToken: (token) => {
      if (token.type !== tokTypes.regexp) return
      const { pattern, flags } = (token as unknown as { value: RegExp & { pattern: string } }).value
      found.push([`${path} /${pattern}/${flags}`, new RegExp(pattern, flags)])
    },
  })
  return found
}

/** A character of each common class, and the punctuation of the pattern. */
const charactersOf = ({ source }: RegExp) =>
  new Set(['a', '1', ' ', '\n', 'é', '中', ...source.replace(/\w/g, '')])

/** Milliseconds of the fastest of some tries. */
function costOf(pattern: RegExp, text: string, tries: number): number {
  let least = Infinity
  for (let nth = 0; nth < tries; nth += 1) {
    const begin = performance.now()
    text.replace(pattern, '')
    least = Math.min(least, performance.now() - begin)
  }
  return least
}

/** Twice the length may take about twice as long; a square takes four times. Below a millisecond the clock decides. */
function growsTooFast(pattern: RegExp, run: string, tail: string): boolean {
  for (let length = 125; length <= 64_000; length *= 2) {
    const textOf = (times: number) => run.repeat(length * times) + tail
    if (costOf(pattern, textOf(1), 1) < 1) continue
    const [once, twice, four] = [1, 2, 4].map((times) => costOf(pattern, textOf(times), 3))
    return twice! > 3 * once! && four! > 3 * twice!
  }
  return false
}

test('there are patterns to try', () => {
  expect(patterns.length).toBeGreaterThan(100)
})

test.each(patterns)('%s reads long runs in a time that grows like their length', (_, pattern) => {
  const slow = [...charactersOf(pattern)].flatMap((run) =>
    ['', '\u0001']
      .filter((tail) => growsTooFast(pattern, run, tail))
      .map((tail) => JSON.stringify([run, tail])),
  )
  expect(slow).toEqual([])
})
