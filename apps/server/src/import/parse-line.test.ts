import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fault } from './cells.ts'
import { parseLine } from './parse-line.ts'

test.each([
  ['{"a":1,"a":2}', 'has "a" twice'],
  ['{"a":1,"\\u0061":2}', 'has "a" twice'],
  ['{"a" :1,"b":2,"b":3}', 'has "b" twice'],
  ['{"a":"\\":","a":3}', 'has "a" twice'],
  ['{"lines":[{"x":1},{"y":":","x":1,"x":2}]}', 'has "x" twice'],
  ['\uFEFF{"a":1}', 'begins with a byte order mark: only the first line of a file may have one'],
  [
    '{"a":[12345678901234567890]}',
    'has the number 12345678901234567000, which is too large to be exact: send it as text',
  ],
  ['{"a":1', 'is not valid JSON'],
  ['[1]', 'is not a JSON object'],
])('%s %s', (line, reason) => {
  expect(parseLine(line)).toEqual(new Fault(reason))
})

test('every other object is read unchanged, whatever its texts contain', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('"', ':', '\\', '{', '}', ',', 'a', ' ') }),
    fc.string(),
  )
  const { object } = fc.letrec((tie) => ({
    object: fc.dictionary(text, tie('value'), { noNullPrototype: true }),
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e9, min: -1e9 }),
      fc.constant(null),
      fc.array(tie('value')),
      tie('object'),
    ),
  }))
  fc.assert(
    fc.property(object, (value) => {
      const line = JSON.stringify(value)
      expect(parseLine(line)).toEqual(JSON.parse(line))
    }),
  )
})
