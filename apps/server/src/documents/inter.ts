import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

/** The part of fontkit's parsed font that the documents use; pdfkit exposes it untyped. */
export interface ParsedFont {
  unitsPerEm: number
  hasGlyphForCodePoint(codePoint: number): boolean
  glyphForCodePoint(codePoint: number): { id: number; advanceWidth: number }
  layout(text: string, features?: string[] | Record<string, boolean>): ParsedRun
}

interface ParsedRun {
  advanceWidth: number
  glyphs: { id: number; advanceWidth: number }[]
}

export type Weight = 'regular' | 'bold'

const files: Record<Weight, string> = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  bold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
}

const parsed = new Map<Weight, ParsedFont>()

/** Inter in one weight, parsed once per process: parsing costs more than a whole invoice. */
export function interFont(weight: Weight): ParsedFont {
  let font = parsed.get(weight)
  if (!font) {
    // The server is bundled into one file, so the font is found through its package, not by a relative path.
    font = parseFont(createRequire(import.meta.url).resolve(files[weight]))
    parsed.set(weight, font)
  }
  return font
}

/** A font file, or its content, as accepted by pdfkit. */
export function parseFont(source: string | Buffer): ParsedFont {
  // A file's content is accepted too, contrary to the types.
  const probe = new PDFDocument({ font: source as string, autoFirstPage: false })
  return (probe as unknown as { _font: { font: ParsedFont } })._font.font
}
