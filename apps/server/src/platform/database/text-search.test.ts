import { expect, test } from 'vitest'
import { containing } from './text-search.ts'

test('wildcards in a search are plain characters', () => {
  expect(containing('100%_\\a')).toBe('%100\\%\\_\\\\a%')
})
