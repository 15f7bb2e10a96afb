import { expect, test } from 'vitest'
import { contentTypes, disposition } from './send-file.ts'

test('a text file declares its encoding', () => {
  expect(contentTypes.csv).toBe('text/csv; charset=utf-8')
})

test('a plain name needs no second form', () => {
  expect(disposition('attachment', 'INV-1.pdf')).toBe('attachment; filename="INV-1.pdf"')
  expect(disposition('inline', 'a b.pdf')).toBe('inline; filename="a b.pdf"')
})

test('any other name has an ASCII form and the real one', () => {
  expect(disposition('attachment', 'Ré’sumé.pdf')).toBe(
    `attachment; filename="Re_sume.pdf"; filename*=UTF-8''R%C3%A9%E2%80%99sum%C3%A9.pdf`,
  )
  expect(disposition('inline', "東(1)'*.pdf")).toContain(
    "; filename*=UTF-8''%E6%9D%B1%281%29%27%2A.pdf",
  )
})

test('no name can close the quotes, end the header or break the encoding', () => {
  const hostile = [
    'a"; filename="b.exe',
    'a\\"b',
    'a\r\nX: y',
    'a%0d%0ab',
    'a\u0000b',
    'a\ud800b',
    '🎉',
  ]
  for (const name of hostile) {
    const header = disposition('attachment', name)
    expect(header).toMatch(
      /^attachment; filename="[\x20-\x24\x26-\x7e]*"(; filename\*=UTF-8''[\w.!#$&+^`|~%-]+)?$/,
    )
    expect(header.match(/"/g)).toHaveLength(2)
    expect(header).not.toMatch(/filename="[^"]*[\\%]/)
  }
})
