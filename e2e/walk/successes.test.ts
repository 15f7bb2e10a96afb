import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { successes } from './successes.ts'

const folder = join(import.meta.portalRoot, 'apps/web/src')
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(join(folder, path), 'utf8'))
  .join('\n')

/** Quoted texts, with a number for each placeholder. */
const textsIn = (code: string) =>
  [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? '').replaceAll(/\$\{[^}]*\}/g, '7'),
  )

/** The first argument of each call that shows a success. */
const said = [...source.matchAll(/\b(?:toast|say)\.(?:done|undoable)\(/g)].flatMap(({ index }) => {
  const call = source.slice(source.indexOf('(', index) + 1)
  // Titles contain no comma, and no brackets except those of placeholders.
  const first = /^(?:`[^`]*`|'[^']*'|[^,)])*/.exec(call)?.[0] ?? ''
  return textsIn(first.replaceAll(/=== '[^']*'/g, ''))
})

test('the walk knows how to check every success message of the portal', () => {
  expect(said.length).toBeGreaterThan(15)
  const unknown = said.filter((text) => !successes.some(([pattern]) => pattern.test(text)))
  expect(unknown).toEqual([])
})

test('the portal still has every message that the walk checks', () => {
  const texts = textsIn(source)
  const silent = successes.filter(([pattern]) => !texts.some((text) => pattern.test(text)))
  expect(silent.map(([pattern]) => String(pattern))).toEqual([])
})
