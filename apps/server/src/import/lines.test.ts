import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fault } from './cells.ts'
import { LineSplitter, longestLineBytes } from './lines.ts'

function split(...chunks: (string | Buffer)[]) {
  const splitter = new LineSplitter()
  const lines = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)))
  return [...lines, ...splitter.end()].map(({ number, content }) => [
    number,
    content instanceof Fault ? content.reason : content,
  ])
}

test('empty lines are counted and skipped; the last line needs no line end', () => {
  expect(split('{"a":1}\n\n  \r\n{"b":2}')).toEqual([
    [1, '{"a":1}'],
    [4, '{"b":2}'],
  ])
  expect(split('')).toEqual([])
})

test('a byte order mark is not part of the first line', () => {
  expect(split('\ufeff{}\n\ufeff{}')).toEqual([
    [1, '{}'],
    [2, '\ufeff{}'],
  ])
})

test('the position of the chunk boundaries does not matter', () => {
  const text = '{"name":"Ελλάς 日本 🙂"}\n\nsecond\n'
  fc.assert(
    fc.property(fc.array(fc.nat(Buffer.byteLength(text))), (cuts) => {
      const bytes = Buffer.from(text)
      const ends = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      const chunks = ends.slice(1).map((end, at) => bytes.subarray(ends[at], end))
      expect(split(...chunks)).toEqual(split(text))
    }),
  )
})

test('an overlong line or one that is not UTF-8 is reported, and the next line is read', () => {
  const long = Buffer.alloc(longestLineBytes + 1, 'x')
  expect(split('ok\n', Buffer.from([0xc3, 0x28]), '\n', long, 'x', '\nok')).toEqual([
    [1, 'ok'],
    [2, 'is not UTF-8'],
    [3, 'is longer than 8 MiB'],
    [4, 'ok'],
  ])
  expect(split(Buffer.from([0xed, 0xa0, 0x80]))).toEqual([[1, 'is not UTF-8']])
})
