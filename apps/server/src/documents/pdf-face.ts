import type PDFDocument from 'pdfkit'
import { EmbeddedFont } from './embedded-font.ts'
import { codePoints, type Face } from './face.ts'

export interface Shown {
  /** The PDF operators that draw the text within a text object. */
  operators: string
  /** In thousandths of the font size. */
  width: number
}

/** A face within one document. */
export class PdfFace {
  readonly #font: EmbeddedFont
  readonly #shown = new Map<string, Shown>()
  readonly #codes = new Map<number, string>()

  constructor(
    document: InstanceType<typeof PDFDocument>,
    readonly face: Face,
  ) {
    this.#font = new EmbeddedFont(document, face.font)
  }

  /** The font's name in the current page's resources. */
  use(): string {
    return this.#font.use()
  }

  show(text: string): Shown {
    let shown = this.#shown.get(text)
    if (!shown) {
      shown = this.#encode(text)
      this.#shown.set(text, shown)
    }
    return shown
  }

  #encode(text: string): Shown {
    const characters = codePoints(text)
    const { operators, width } = this.draw(characters)
    const replaced = characters.some((codePoint) => this.face.glyph(codePoint).replaced)
    // The text that boxes replace stays searchable, and can be copied and read aloud.
    return { operators: replaced ? asText(text, operators) : operators, width }
  }

  /** Draws characters from left to right. */
  draw(characters: readonly number[]): Shown {
    let hex = ''
    let width = 0
    let before = 0
    let kerned = false
    for (const codePoint of characters) {
      const kern = this.face.kern(before, codePoint)
      if (kern !== 0) {
        hex += `> ${-kern} <`
        kerned = true
      }
      hex += this.#code(codePoint)
      width += this.face.glyph(codePoint).advance + kern
      before = codePoint
    }
    return { operators: kerned ? `[<${hex}>] TJ` : `<${hex}> Tj`, width }
  }

  #code(codePoint: number): string {
    let code = this.#codes.get(codePoint)
    if (code === undefined) {
      const glyph = this.face.glyph(codePoint)
      code = this.#font.code(glyph.id, glyph.advance, String.fromCodePoint(glyph.codePoint))
      this.#codes.set(codePoint, code)
    }
    return code
  }
}

/** Returns operators that readers search, copy and read aloud as this text. */
export function asText(text: string, operators: string): string {
  return `/Span <</ActualText <${utf16Hex(text)}>>> BDC ${operators} EMC`
}

function utf16Hex(text: string): string {
  let hex = 'feff'
  const wellFormed = text.replace(/\p{Cs}/gu, '\ufffd')
  for (let i = 0; i < wellFormed.length; i++)
    hex += wellFormed.charCodeAt(i).toString(16).padStart(4, '0')
  return hex
}
