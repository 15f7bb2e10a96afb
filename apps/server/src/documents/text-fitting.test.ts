import { expect, test } from 'vitest'
import { codePoints, face } from './face.ts'
import { lineWidth } from './line-width.ts'
import { fit } from './table.ts'
import { styles } from './page-style.ts'
import { oneLine, shorten, wrapText } from './wrap.ts'

const regular = face('regular')

test('every character is visible: missing or hidden ones are boxes', () => {
  for (const character of [
    '東',
    'ش',
    '🎉',
    '\u202e',
    '\u200b',
    '\u00ad',
    '\u0000',
    '\ud800',
    '\u034f',
  ]) {
    const [codePoint = 0, ...more] = codePoints(character)
    expect(more).toEqual([])
    expect(regular.glyph(codePoint)).toMatchObject({ codePoint: 0x25a1, replaced: true })
    expect(regular.glyph(codePoint).advance).toBeGreaterThan(0)
  }
  for (const character of 'Aé€ΩЖ') {
    expect(regular.glyph(character.codePointAt(0) ?? 0).replaced).toBe(false)
  }
})

test('a letter and its accent are one character; a variation selector is not drawn', () => {
  expect(codePoints('e\u0301')).toEqual([0xe9])
  expect(codePoints('\u2764\ufe0f')).toEqual([0x2764])
})

test('digits are equally wide, so that columns of amounts line up', () => {
  const widths = '0123456789'.split('').map((digit) => lineWidth(digit, styles.body))
  expect(new Set(widths).size).toBe(1)
})

test('lines stay within the width and lose no text', () => {
  const text = `a bb ccc ${'W'.repeat(70)} https://example.com/${'path/'.repeat(20)} end`
  const lines = wrapText(text, styles.body, 120)
  for (const line of lines) expect(lineWidth(line, styles.body)).toBeLessThanOrEqual(120)
  expect(lines.map(String).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
})

test('line ends start lines, tabs become spaces, blank text has no line', () => {
  expect(wrapText('one\r\ntwo\r\r three\tfour\u2028five', styles.body, 500)).toEqual([
    'one',
    'two',
    'three four',
    'five',
  ])
  expect(wrapText(' \n\t', styles.body, 100)).toEqual([])
  expect(oneLine('a\r\nb\tc ')).toBe('a b c')
})

test('a surrogate pair, or a letter and its accent, are never separated', () => {
  const lines = wrapText('🎉'.repeat(40) + 'x\u0328'.repeat(40), styles.body, 55)
  for (const line of lines) expect(line).not.toMatch(/\p{Cs}|^\p{M}/u)
})

test('cut text ends with an ellipsis', () => {
  expect(wrapText('a\nb\nc', styles.body, 100, 2)).toEqual(['a', 'b…'])
  expect(shorten('short', styles.body, 100)).toBe('short')
})

test('an amount too wide for its column is set smaller, never cut', () => {
  const amount = '-$9,999,999,999.99'
  const { size, weight } = fit(amount, styles.strong, 50)
  expect(size).toBeLessThan(8)
  expect(lineWidth(amount, { weight, size })).toBeLessThanOrEqual(50)
  expect(fit('$1.00', styles.strong, 50)).toBe(styles.strong)
})
