import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parse, tokTypes } from 'acorn'
import { transformSync } from 'esbuild'
import { expect, test, vi } from 'vitest'
import { sourcesOf } from './imports.ts'

const root = import.meta.portalRoot

/**
 * Every regular expression of the server and of the domain, with its place: literal ones, and those that are composed at
 * run time.
 */
const sources = sourcesOf(root, /^(?!.*\.test\.ts$).*\.ts$/)
  .map((path) => relative(root, path))
  .filter((path) => /^(apps\/server|packages\/domain)\/src\//.test(path))
const composing = sources.filter((path) => /new RegExp\(/.test(readSource(path)))
const patterns = sources.flatMap(patternsIn)
for (const path of composing) patterns.push(...(await patternsMadeBy(path)))

function readSource(path: string): string {
  return readFileSync(`${root}/${path}`, 'utf8')
}

function patternsIn(path: string): [place: string, pattern: RegExp][] {
  const found: [string, RegExp][] = []
  const { code } = transformSync(readSource(path), { loader: 'ts' })
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

/** Returns the expressions that a module composes while it is loaded. */
async function patternsMadeBy(path: string): Promise<[place: string, pattern: RegExp][]> {
  const found: [string, RegExp][] = []
  const construct = (own: typeof RegExp, given: [string, string]) => {
    const pattern = new own(...given)
    found.push([`${path} ${String(pattern)}`, pattern])
    return pattern
  }
  vi.stubGlobal('RegExp', new Proxy(RegExp, { construct }))
  await import(`${root}/${path}?composed`)
  vi.unstubAllGlobals()
  return found
}

/** Returns a character of each common class, and the punctuation of the pattern. */
const charactersOf = ({ source }: RegExp) =>
  new Set(['a', '1', ' ', '\n', 'é', '中', ...source.replace(/\w/g, '')])

/** Returns microseconds of processor time, which other programs do not affect. */
function costOf(pattern: RegExp, text: string): number {
  const before = process.cpuUsage()
  text.replace(pattern, '')
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/**
 * With twice the length, the time may be about twice as long; quadratic time is four times as long. Times below some
 * milliseconds vary too much.
 */
function growsTooFast(pattern: RegExp, run: string, tail: string): boolean {
  for (let length = 125; length <= 64_000; length *= 2) {
    const costs = () => [1, 2, 4].map((times) => costOf(pattern, run.repeat(length * times) + tail))
    if (costs()[0]! < 3000) continue
    // A random delay does not occur five times in a row.
    return [1, 2, 3, 4, 5].every(() => {
      const [once, twice, four] = costs()
      return twice! > 3 * once! && four! > 3 * twice!
    })
  }
  return false
}

test.each(patterns)('%s reads long runs in a time that grows like their length', (_, pattern) => {
  const slow = [...charactersOf(pattern)].flatMap((run) =>
    ['', '\u0001']
      .filter((tail) => growsTooFast(pattern, run, tail))
      .map((tail) => JSON.stringify([run, tail])),
  )
  expect(slow).toEqual([])
})
