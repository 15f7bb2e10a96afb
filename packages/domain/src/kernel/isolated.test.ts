import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test('a name of one direction is unchanged', () => {
  for (const name of ['', 'Aldgate Capital LLP', 'Müller & Søn', '株式会社', 'INV-1'])
    expect(isolated(name)).toBe(name)
})

test.each([
  ['שלום', '\u2068שלום\u2069'],
  ['شركة', '\u2068شركة\u2069'],
  // The end of the isolated part also ends the direction that the name leaves open.
  ['a\u202eb', '\u2068a\u202eb\u2069'],
  ['a\u2067b', '\u2068ab\u2069'],
  ['a\u2069b', '\u2068ab\u2069'],
])('a name that could reorder the text around it is isolated: %s', (name, written) => {
  expect(isolated(name)).toBe(written)
})
