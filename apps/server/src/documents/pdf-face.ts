import type PDFDocument from 'pdfkit'
import { codePoints, type Face } from './face.ts'

/** pdfkit's font embedded in one document; untyped there, exact version pinned in package.json. */
interface EmbeddedFont {
  id: string
  subset: { includeGlyph(id: number): number }
  widths: number[]
  unicode: number[][]
  ref(): unknown
}

interface DocumentWithFont {
  _font: EmbeddedFont
  page: { fonts: Record<string, unknown> }
}

export interface Shown {
  /** The PDF operators that draw the text within a text object. */
  operators: string
  /** In thousandths of the font size. */
  width: number
}

/** A face within one document: knows which glyphs the document uses and embeds only those. */
export class PdfFace {
  readonly #font: EmbeddedFont
  readonly #shown = new Map<string, Shown>()
  readonly #codes = new Map<number, string>()

  constructor(
    readonly document: InstanceType<typeof PDFDocument>,
    readonly face: Face,
  ) {
    // pdfkit takes a parsed font as it is, which its types do not say.
    document.font(face.font as unknown as string)
    this.#font = (document as unknown as DocumentWithFont)._font
  }

  /** The font's name in the current page's resources. */
  use(): string {
    const { fonts } = (this.document as unknown as DocumentWithFont).page
    fonts[this.#font.id] ??= this.#font.ref()
    return this.#font.id
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
    let hex = ''
    let width = 0
    let before = 0
    let kerned = false
    let replaced = false
    for (const codePoint of codePoints(text)) {
      const glyph = this.face.glyph(codePoint)
      const kern = this.face.kern(before, codePoint)
      if (kern !== 0) {
        hex += `> ${-kern} <`
        kerned = true
      }
      hex += this.#code(codePoint)
      width += glyph.advance + kern
      replaced ||= glyph.replaced
      before = codePoint
    }
    const drawing = kerned ? `[<${hex}>] TJ` : `<${hex}> Tj`
    // What stands behind the boxes stays searchable and can be read aloud and copied.
    const operators = replaced
      ? `/Span <</ActualText <${utf16Hex(text)}>>> BDC ${drawing} EMC`
      : drawing
    return { operators, width }
  }

  #code(codePoint: number): string {
    let code = this.#codes.get(codePoint)
    if (code === undefined) {
      const glyph = this.face.glyph(codePoint)
      const gid = this.#font.subset.includeGlyph(glyph.id)
      this.#font.widths[gid] = glyph.advance
      this.#font.unicode[gid] ??= [glyph.codePoint]
      code = gid.toString(16).padStart(4, '0')
      this.#codes.set(codePoint, code)
    }
    return code
  }
}

function utf16Hex(text: string): string {
  let hex = 'feff'
  const wellFormed = text.replace(/\p{Cs}/gu, '\ufffd')
  for (let i = 0; i < wellFormed.length; i++)
    hex += wellFormed.charCodeAt(i).toString(16).padStart(4, '0')
  return hex
}
