import { expect, test } from 'vitest'
import { acceptsBrotli } from './accepts-brotli.ts'

test.each([
  ['br', true],
  ['gzip, deflate, br, zstd', true],
  ['gzip;q=0.5, br ; q=1.0', true],
  ['BR', true],
  ['*', true],
  ['br;q=0', false],
  ['gzip, br;q=0.000', false],
  ['br;q=0, *', false],
  ['*;q=0', false],
  ['identity, br;q=0.5', false],
  ['identity;q=0.5, br', true],
  ['br;q=x', false],
  ['gzip', false],
  ['x-br', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %s: brotli %s', (header, isAccepted) => {
  expect(acceptsBrotli(header)).toBe(isAccepted)
})
