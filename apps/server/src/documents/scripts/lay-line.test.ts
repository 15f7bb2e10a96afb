import { Blob, Face as ShapedFace, Font } from 'harfbuzzjs'
import { beforeAll, expect, test } from 'vitest'
import { face } from '../face.ts'
import { layLine, type LaidLine, type ScriptRun } from './lay-line.ts'
import { loadFontsFor } from './load-fonts.ts'
import { ScriptLine, shapeOf } from './text-line.ts'

const arabic = 'محمد لا شركة النور (2026)'
const others = 'שלום כִּ हिन्दी कि क्ष र्क น้ำ ที่ ญี่ปุ่น 한국'
const han = ['直データ', '直发展', '直國際', '直 한국']

beforeAll(() => loadFontsFor([arabic, others, ...han]))

const lay = (text: string): LaidLine =>
  layLine(new ScriptLine(text, shapeOf(text)), face('regular'))

function onlyRun(text: string): ScriptRun {
  const { runs } = lay(text)
  expect(runs).toHaveLength(1)
  return runs[0] as ScriptRun
}

const glyphsOf = ({ clusters }: ScriptRun) => clusters.flatMap(({ glyphs }) => glyphs)
const idsOf = (text: string) => glyphsOf(onlyRun(text)).map(({ id }) => id)

/** Returns glyphs that the font's own table maps to characters, without shaping. */
function inTable({ font }: ScriptRun, ...codePoints: number[]): (number | undefined)[] {
  const plain = new Font(new ShapedFace(new Blob(font.data)))
  return codePoints.map((codePoint) => plain.nominalGlyph(codePoint))
}

/** Returns the characters of a line as seen from left to right. */
function seen(text: string): string {
  return lay(text)
    .runs.map((run) =>
      'characters' in run
        ? String.fromCodePoint(...run.characters.map(({ drawn }) => drawn))
        : run.clusters.map((cluster) => cluster.text).join(''),
    )
    .join('')
}

test('Arabic letters join: the glyphs are those of Unicode’s final, medial and initial forms', () => {
  // Final dal, medial meem and hah, initial meem; from left to right.
  expect(idsOf('محمد')).toEqual(inTable(onlyRun('محمد'), 0xfeaa, 0xfee4, 0xfea4, 0xfee3))
})

test('lam and alef become a ligature, not an initial lam and a final alef', () => {
  const apart = inTable(onlyRun('لا'), 0xfe8e, 0xfedf)
  for (const id of idsOf('لا')) expect(apart).not.toContain(id)
})

test('Hebrew runs from right to left, its points below their letters', () => {
  expect(idsOf('שלום')).toEqual(inTable(onlyRun('שלום'), 0x5dd, 0x5d5, 0x5dc, 0x5e9))
  const [cluster] = onlyRun('כִּ').clusters
  expect(cluster?.text.normalize('NFD')).toBe('כִּ'.normalize('NFD'))
})

test('Devanagari: the sign i is before its consonant, conjuncts are one glyph, r is above', () => {
  const [i, ka] = glyphsOf(onlyRun('कि'))
  expect([ka?.id]).toEqual(inTable(onlyRun('कि'), 0x915))
  expect(i?.advance).toBeGreaterThan(0)
  expect(idsOf('क्ष')).toHaveLength(1)
  expect(onlyRun('हिन्दी').clusters.map(({ text }) => text)).toEqual(['हि', 'न्', 'दी'])
  const [below, reph] = glyphsOf(onlyRun('र्क'))
  expect([below?.id]).toEqual(inTable(onlyRun('र्क'), 0x915))
  expect(reph?.advance).toBe(0)
})

test('Thai marks stack: the ring of sara am is below the tone mark, tone marks are above vowels', () => {
  const run = onlyRun('น้ำ')
  const nikhahit = glyphsOf(run)[1]
  expect([nikhahit?.id]).toEqual(inTable(run, 0xe4d))
  // In each of the two syllables a vowel and a tone mark have no width.
  const advances = glyphsOf(onlyRun('ญี่ปุ่น')).map(({ advance }) => advance > 0)
  expect(advances).toEqual([true, false, false, true, false, false, true])
})

test.each([
  ['INV-1 שלום (2026)', 'INV-1 (2026) םולש'],
  ['שלום (2026)', '(2026) םולש'],
  ['שלום [A] 12', '12 [A] םולש'],
  ['TT Pro שלום', 'TT Pro םולש'],
  ['\u2068שלום\u2069 (account 10461)', 'םולש (account 10461)'],
])('%s is seen as %s', (text, expected) => {
  expect(seen(text)).toBe(expected)
})

test('a control that could reorder its neighbors is a box without effect', () => {
  expect(seen('A\u202eשלום\u202cB')).toBe('A\u202eםולש\u202cB')
})

test('joiners join, and have no effect between other characters', () => {
  expect(lay('می\u200cخواهم').runs).toHaveLength(1)
  const [box] = lay('\u200cשלום').runs.filter((run) => 'characters' in run)
  expect(box).toMatchObject({ characters: [{ text: '\u200c' }] })
})

test('Chinese characters have the shape of the region of their text', () => {
  const fonts = han.map((text) => (lay(text).runs[0] as ScriptRun).font)
  expect(new Set(fonts).size).toBe(4)
})

test('a character that no font has is a box, and its neighbors are not', () => {
  const { runs } = lay('ܐ직ܐ한')
  expect(runs.map((run) => 'characters' in run)).toContain(true)
})
