import type PDFDocument from 'pdfkit'
import type { ParsedFont } from './inter.ts'

/** The font that pdfkit embeds in a document; it is untyped, so the exact version is pinned in package.json. */
interface PdfkitFont {
  id: string
  subset: { includeGlyph(id: number): number }
  widths: number[]
  unicode: number[][]
  ref(): unknown
}

interface DocumentWithFont {
  _font: PdfkitFont
  page: { fonts: Record<string, unknown> }
}

/** A font within one document, which embeds only the glyphs that are used. */
export class EmbeddedFont {
  readonly #font: PdfkitFont
  /** The text that readers assign to a glyph, unless the glyph is only a part of a letter. */
  readonly #read = new Map<number, string>()

  constructor(
    readonly document: InstanceType<typeof PDFDocument>,
    parsed: ParsedFont,
  ) {
    // pdfkit accepts a parsed font, contrary to its types.
    document.font(parsed as unknown as string)
    this.#font = (document as unknown as DocumentWithFont)._font
  }

  /** The font's name in the current page's resources. */
  use(): string {
    const { fonts } = (this.document as unknown as DocumentWithFont).page
    fonts[this.#font.id] ??= this.#font.ref()
    return this.#font.id
  }

  /**
   * Returns the code that draws a glyph, in hexadecimal. Readers assign to a glyph the first text that was drawn with this
   * glyph alone.
   */
  code(id: number, advance: number, text: string, isAlone = true): string {
    const gid = this.#font.subset.includeGlyph(id)
    this.#font.widths[gid] = advance
    const isFirst = isAlone && !this.#read.has(id)
    if (isFirst) this.#read.set(id, text)
    if (isFirst || !this.#font.unicode[gid])
      this.#font.unicode[gid] = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    return gid.toString(16).padStart(4, '0')
  }

  /** Whether readers assign this text to the glyph. */
  reads(id: number, text: string): boolean {
    return this.#read.get(id) === text
  }
}
