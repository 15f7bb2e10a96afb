import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutations } from './all.ts'

test('each fault can be planted, and its test exists', () => {
  const root = import.meta.portalRoot
  const stale = mutations.filter(({ file, from, finds }) => {
    const places = readFileSync(join(root, file), 'utf8').split(from).length - 1
    return places !== 1 || !existsSync(join(root, finds))
  })
  expect(stale.map(({ name }) => name)).toEqual([])
})
