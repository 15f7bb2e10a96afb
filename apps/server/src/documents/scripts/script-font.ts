import type { Buffer as ShapingBuffer, Font } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parseFont, type ParsedFont, type Weight } from '../inter.ts'

/** A glyph at its position in the run; lengths in thousandths of the font size. */
export interface PlacedGlyph {
  id: number
  /** From this glyph's origin to the next one's. */
  advance: number
  /** Offset from the origin, to the right and up. */
  x: number
  y: number
}

/** The glyphs of a letter with its marks, or of a ligature. */
export interface Cluster {
  text: string
  glyphs: PlacedGlyph[]
}

/** Inter's weights as numbers; the Noto families are variable and have every weight. */
const weights: Record<Weight, number> = { regular: 400, bold: 600 }

const longestRemembered = 16

/** One file of a Noto family in one weight. */
export class ScriptFont {
  readonly #font: Font
  readonly #buffer: ShapingBuffer
  readonly #harfbuzz: typeof import('harfbuzzjs')
  #parsed?: ParsedFont
  /** Cached, because in text of several scripts most runs are a letter or a word, often the same ones. */
  readonly #shaped = new LRUCache<string, Cluster[]>({ max: 5000 })

  constructor(
    harfbuzz: typeof import('harfbuzzjs'),
    readonly data: Buffer,
  ) {
    this.#harfbuzz = harfbuzz
    this.#font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(data)))
    this.#font.setScale(1000, 1000)
    this.#buffer = new harfbuzz.Buffer()
  }

  has(codePoint: number): boolean {
    return (this.#font.nominalGlyph(codePoint) ?? 0) !== 0
  }

  /** The font as pdfkit embeds it. */
  parsed(): ParsedFont {
    return (this.#parsed ??= parseFont(this.data))
  }

  /** The default advance of a glyph. */
  advance(id: number): number {
    return this.#font.glyphHAdvance(id)
  }

  /** Returns clusters from left to right, joined and stacked by the rules of the script. */
  shape(text: string, isRightToLeft: boolean): Cluster[] {
    if (text.length > longestRemembered) return this.#shape(text, isRightToLeft)
    const key = `${isRightToLeft} ${text}`
    let clusters = this.#shaped.get(key)
    if (!clusters) this.#shaped.set(key, (clusters = this.#shape(text, isRightToLeft)))
    return clusters
  }

  #shape(text: string, isRightToLeft: boolean): Cluster[] {
    const { Direction, shape } = this.#harfbuzz
    const buffer = this.#buffer
    buffer.reset()
    buffer.addText(text)
    buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
    // Without a language, the one of the process would select the forms of letters.
    buffer.setLanguage('en')
    buffer.guessSegmentProperties()
    shape(this.#font, buffer)
    const clusters: { start: number; glyphs: PlacedGlyph[] }[] = []
    for (const glyph of buffer.getGlyphInfosAndPositions()) {
      const { codepoint, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 } = glyph
      const placed = { id: codepoint, advance: xAdvance, x: xOffset, y: yOffset }
      const last = clusters.at(-1)
      if (last?.start === cluster) last.glyphs.push(placed)
      else clusters.push({ start: cluster, glyphs: [placed] })
    }
    return clusters.map(({ start, glyphs }, index) => {
      const next = clusters[isRightToLeft ? index - 1 : index + 1]
      return { text: text.slice(start, next?.start), glyphs }
    })
  }
}

const loading = new Map<string, Promise<ScriptFont>>()
const loaded = new Map<string, ScriptFont>()

const keyOf = (file: string, weight: Weight) => `${weight} ${file}`

/** Returns the font if it is loaded. */
export function scriptFont(file: string, weight: Weight): ScriptFont | undefined {
  return loaded.get(keyOf(file, weight))
}

/** Returns a number that changes when more fonts are loaded: lines laid out before are then outdated. */
export const loadedFonts = () => loaded.size

/** Loads a font in both weights, once per process. */
export async function loadScriptFont(file: string): Promise<void> {
  for (const weight of ['regular', 'bold'] as const) {
    const key = keyOf(file, weight)
    let font = loading.get(key)
    if (!font) {
      loading.set(key, (font = readScriptFont(file, weight)))
      font.catch(() => loading.delete(key))
    }
    loaded.set(key, await font)
  }
}

/**
 * Unpacks a file and fixes its weight: the packages' files are compressed and contain all weights, and pdfkit supports neither.
 */
async function readScriptFont(file: string, weight: Weight): Promise<ScriptFont> {
  const [{ default: subsetFont }, harfbuzz, packed] = await Promise.all([
    import('subset-font'),
    import('harfbuzzjs'),
    readFile(createRequire(import.meta.url).resolve(file)),
  ])
  const data = await subsetFont(packed, undefined, {
    keepAllGlyphs: true,
    variationAxes: { wght: weights[weight] },
    targetFormat: 'truetype',
    noHinting: true,
  })
  return new ScriptFont(harfbuzz, data)
}
