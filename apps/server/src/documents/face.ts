import { interFont, type ParsedFont, type Weight } from './inter.ts'

/** One drawn character; `advance` in thousandths of the font size. */
export interface Glyph {
  id: number
  codePoint: number
  advance: number
  /** True if the font lacks the character or the character would be invisible. A box is drawn instead. */
  replaced: boolean
}

/** The white square is the only sign of Inter that can represent an unknown character. */
const boxCodePoint = 0x25a1

/** Control, format and other default-ignorable characters draw nothing, so they could hide text. */
export const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
const variationSelectors = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu
const plainText = /^[\x20-\x7e]*$/

/**
 * A weight of Inter as the documents use it: every character has a visible glyph, digits are
 * tabular, Latin letters are kerned. fontkit's own layout takes about 200 microseconds per word,
 * too much for a statement of 25,000 cells, so glyphs and kerning pairs are cached.
 */
export class Face {
  readonly font: ParsedFont
  readonly #scale: number
  readonly #glyphs = new Map<number, Glyph>()
  readonly #kerns = new Map<number, number>()

  constructor(readonly weight: Weight) {
    this.font = interFont(weight)
    this.#scale = 1000 / this.font.unitsPerEm
  }

  glyph(codePoint: number): Glyph {
    let glyph = this.#glyphs.get(codePoint)
    if (!glyph) {
      glyph = this.#look(codePoint)
      this.#glyphs.set(codePoint, glyph)
    }
    return glyph
  }

  #look(codePoint: number): Glyph {
    const covered =
      this.font.hasGlyphForCodePoint(codePoint) && !invisible.test(String.fromCodePoint(codePoint))
    if (!covered) return { ...this.glyph(boxCodePoint), replaced: true }
    const digit = codePoint >= 48 && codePoint <= 57
    const drawn = digit
      ? this.font.layout(String.fromCodePoint(codePoint), ['tnum']).glyphs[0]
      : this.font.glyphForCodePoint(codePoint)
    const { id, advanceWidth } = drawn ?? { id: 0, advanceWidth: 0 }
    return { id, codePoint, advance: advanceWidth * this.#scale, replaced: false }
  }

  /**
   * Returns the kerning between two code points, in thousandths of the font size. Only a pair of plain letters with a
   * capital is kerned, because kerning is visible there.
   */
  kern(left: number, right: number): number {
    if (!isCapital(left) && !isCapital(right)) return 0
    if (!isPlainLetter(left) || !isPlainLetter(right)) return 0
    const pair = left * 128 + right
    let kern = this.#kerns.get(pair)
    if (kern === undefined) {
      const run = this.font.layout(String.fromCharCode(left, right), onlyKerning)
      const advances = run.glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0)
      kern = Math.round((run.advanceWidth - advances) * this.#scale)
      this.#kerns.set(pair, kern)
    }
    return kern
  }

  /** Width of a row of characters, in thousandths of the font size. */
  advance(characters: readonly number[]): number {
    let width = 0
    let before = 0
    for (const codePoint of characters) {
      width += this.glyph(codePoint).advance + this.kern(before, codePoint)
      before = codePoint
    }
    return width
  }
}

const onlyKerning = { kern: true, calt: false, ccmp: false, mark: false, mkmk: false }

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90
}

function isPlainLetter(code: number): boolean {
  return isCapital(code) || (code >= 97 && code <= 122)
}

/** Uses composed characters, because Inter draws an accented letter better than a letter plus an accent. */
export function codePoints(text: string): number[] {
  const codes: number[] = []
  if (plainText.test(text)) {
    for (let i = 0; i < text.length; i++) codes.push(text.charCodeAt(i))
    return codes
  }
  // A variation selector only changes how the previous character looks; the selector is not drawn.
  for (const character of text.normalize('NFC').replace(variationSelectors, ''))
    codes.push(character.codePointAt(0) ?? boxCodePoint)
  return codes
}

const faces = new Map<Weight, Face>()

export function face(weight: Weight): Face {
  let found = faces.get(weight)
  if (!found) faces.set(weight, (found = new Face(weight)))
  return found
}
