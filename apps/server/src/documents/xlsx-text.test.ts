import { expect, test } from 'vitest'
import { cellText, xmlText } from './xlsx-text.ts'

test('characters that a cell cannot store are replaced visibly, not dropped', () => {
  expect(cellText('a\u0000b\ud800c')).toBe('a\ufffdb\ufffdc')
  expect(cellText('a\r\nb\rc')).toBe('a\nb\nc')
  expect(cellText('_x0041_')).toBe('_x005F_x0041_')
  expect(cellText('🎉'.repeat(20_000)).length).toBeLessThanOrEqual(32_767)
  expect(cellText('plain =text 🎉')).toBe('plain =text 🎉')
})

test('text is escaped for elements and attributes', () => {
  expect(xmlText('<a b="c">&amp;</a>')).toBe('&lt;a b=&quot;c&quot;&gt;&amp;amp;&lt;/a&gt;')
  expect(xmlText('a\u0000b')).toBe('a\ufffdb')
})
