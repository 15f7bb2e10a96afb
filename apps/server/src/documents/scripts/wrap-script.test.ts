import { expect, test } from 'vitest'
import fc from 'fast-check'
import { runs } from '../../../../../tools/random-tests.ts'
import { face } from '../face.ts'
import { lineWidth } from '../line-width.ts'
import { styles } from '../look.ts'
import { shorten, wrapText } from '../wrap.ts'
import { layLine } from './lay-line.ts'
import { loadFontsFor } from './load-fonts.ts'
import { asLine, ScriptLine, type TextLine } from './text-line.ts'

const textOf = (line: TextLine) => (typeof line === 'string' ? line : line.text)

async function wrapped(text: string, width: number, most?: number): Promise<string[]> {
  await loadFontsFor([text])
  return wrapText(text, styles.body, width, most).map(textOf)
}

test('Thai breaks between words, which have no blanks between them', async () => {
  const words = ['ราคา', 'สัญญา', 'ซื้อ', 'ขาย', 'ล่วงหน้า', 'ของ', 'ประเทศ', 'ญี่ปุ่น']
  const text = words.join('')
  const ends = words.map((_, index) => words.slice(0, index + 1).join('').length)
  let at = 0
  const lines = await wrapped(text, 70)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) expect(ends).toContain((at += line.length))
})

test('Chinese and Japanese break anywhere except before closing and after opening punctuation', async () => {
  for (const text of [
    '先物取引の気配値「レベル２」、十月分。',
    '上海晨光国际贸易有限公司（上海），交易平台。',
  ])
    for (let width = 70; width < 150; width += 3) {
      const lines = await wrapped(text, width)
      expect(lines.join('')).toBe(text)
      for (const line of lines.slice(1)) expect(line).not.toMatch(/^[」、。），ー]/)
      for (const line of lines.slice(0, -1)) expect(line).not.toMatch(/[「（]$/)
    }
})

test('Latin words and numbers in such text stay whole', async () => {
  const lines = await wrapped('ユーザーごとの月額利用料 trader.one@example.com 市場データ', 110)
  expect(lines.join('\n')).toContain('trader.one@example.com')
})

test('a later line of a paragraph keeps the direction and the style of its beginning', async () => {
  const text = 'شركة النور Trading Platform License 2026 Professional'
  await loadFontsFor([text])
  const lines = wrapText(text, styles.body, 90)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line).toMatchObject({ shape: { isRightToLeft: true } })
})

test('cut text ends with an ellipsis, in its direction', async () => {
  const text = 'شركة النور للتجارة المحدودة'
  await loadFontsFor([text])
  const line = shorten(text, styles.body, 60)
  expect(textOf(line)).toMatch(/…$/)
  const [first] = layLine(line as ScriptLine, face('regular')).runs
  expect(first).toEqual({ characters: [{ text: '…', drawn: 0x2026 }] })
})

test('a letter and its marks are never separated', async () => {
  for (const line of await wrapped('ที่'.repeat(30) + 'न्दी'.repeat(30) + 'שָׁ'.repeat(30), 40))
    expect(line).not.toMatch(/^\p{M}/u)
})

test('of 200 marks on one letter three are drawn on it, and each other one is a box beside it', async () => {
  for (const [letter, mark] of ['مَ', 'שָ', 'กี', 'कि'].map((text) => Array.from(text))) {
    const text = letter! + mark!.repeat(200)
    await loadFontsFor([text])
    const { runs: laid } = layLine(asLine(text) as ScriptLine, face('regular'))
    const boxes = laid.flatMap((run) => ('characters' in run ? run.characters : []))
    expect(boxes).toHaveLength(197)
    for (const line of wrapText(text, styles.body, 90))
      expect(lineWidth(line, styles.body)).toBeLessThanOrEqual(90)
  }
})

// Work that grows with the square of the letters would not end in the time of a test.
test.each(['ش', '東', 'ท', 'क', '한', 'א', 'ﷺ'])(
  '40,000 letters without a blank are laid out: %s',
  async (letter) => {
    await loadFontsFor([letter])
    const letters = letter.repeat(40_000)
    expect((await wrapped(letters, 190)).join('')).toBe(letters)
  },
)

test.each([
  ['nested directions', '\u2067a\u2066ב'],
  ['two directions', 'aב'],
  ['brackets', '(ב)a['],
  ['Arabic', 'شركةالتداول'],
  ['Devanagari', 'कि'],
])('a word of 40,000 letters is laid out: %s', async (_, letters) => {
  await loadFontsFor([letters])
  const word = letters.repeat(40_000 / letters.length)
  expect(wrapText(word, styles.body, 350).length).toBeGreaterThan(100)
})

const pieces = fc.constantFrom(
  ...'شركة |النور|َ|ّ|لا|می\u200cخ|١٢|חברה|שָׁ|ที่|น้ำ|กรุงเทพ|हि|न्दी|क्ष|्'.split('|'),
  ...'東京|データ|「|」、|國|发展|한국|ᄒ|ー|Ａ|𠮷|葛\u{e0100}|㈱'.split('|'),
  ...'INV-1 |A|(|)|[| |2026|.|…|é|e\u0301|Ω|·|$1,234.50'.split('|'),
  ...'\u200c|\u200d|\u200f|\u200e|\u202e|\u202b|\u2066|\u2067|\u2068|\u2069'.split('|'),
  ...'َ|่|ָ|्|\u200d'.split('|').map((mark) => mark.repeat(60)),
  ...'\ud800|\udc00|\0|\u00ad|\ufeff|🎉|\u0301|\u0e38|\u05b8|\u3099|ܐ|𞤀'.split('|'),
)
const texts = fc.oneof(
  fc.array(pieces, { minLength: 1, maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
)
const blanks = /[\s\u0085]+/gu

test('any mixture of scripts: lines fit, have a width, and lose nothing', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 40, max: 200 }), async (text, width) => {
      await loadFontsFor([text])
      const lines = wrapText(text, styles.body, width)
      for (const line of lines) {
        const drawn = lineWidth(line, styles.body)
        // Only an Inter mark without its letter has no width.
        const isMarks = !/\P{M}/u.test(textOf(line).replace(unseen, ''))
        expect(drawn > 0 || isMarks).toBe(true)
        expect(Number.isFinite(drawn)).toBe(true)
        expect(drawn).toBeLessThanOrEqual(width + 0.001)
        expect(drawnText(line)).toEqual(lettersOf(textOf(line)))
      }
      expect(lines.map(textOf).join('').replace(blanks, '')).toBe(text.replace(blanks, ''))
    }),
    { numRuns: runs(60) },
  )
})

/** All drawn characters, in any order. */
function drawnText(line: TextLine): string[] {
  if (typeof line === 'string') return lettersOf(line)
  const parts = layLine(line, face('regular')).runs.flatMap((run): { text: string }[] =>
    'characters' in run ? run.characters : run.clusters,
  )
  return lettersOf(parts.map(({ text }) => text).join(''))
}

const unseen = /[\u061c\u200e\u200f\u2066-\u2069]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu

function lettersOf(text: string): string[] {
  return Array.from(
    text
      .replace(unseen, '')
      .normalize('NFD')
      .replace(/\ud800|\udc00/g, '?'),
  ).toSorted()
}
