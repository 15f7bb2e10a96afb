import { expect, test } from 'vitest'
import { containing } from './text-search.ts'

test('the signs of a pattern mean themselves in the words of a search', () => {
  expect(containing('100%_\\a')).toBe('%100\\%\\_\\\\a%')
})
