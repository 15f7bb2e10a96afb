import type PDFDocument from 'pdfkit'
import { EmbeddedFont } from '../embedded-font.ts'
import { asText, type PdfFace, type Shown } from '../pdf-face.ts'
import { layLine, type OwnRun, type ScriptRun } from './lay-line.ts'
import { Pen } from './pen.ts'
import type { Cluster, ScriptFont } from './script-font.ts'
import type { ScriptLine } from './text-line.ts'

interface Drawn extends Shown {
  /** Each page lists the fonts that it uses. */
  fonts: Set<PdfFace | EmbeddedFont>
}

/**
 * Draws lines of several fonts in one document. Readers get the line's own text. If a line has parts from right to left,
 * readers get the text of each part, because they expect the visual order and reverse such parts themselves.
 */
export class ScriptPainter {
  readonly #fonts = new Map<ScriptFont, EmbeddedFont>()
  readonly #drawn = new Map<string, Drawn>()

  constructor(readonly document: InstanceType<typeof PDFDocument>) {}

  show(line: ScriptLine, own: PdfFace, size: number): Shown {
    const { isRightToLeft, han } = line.shape
    const key = `${own.face.weight} ${size} ${isRightToLeft} ${han} ${line.text}`
    let drawn = this.#drawn.get(key)
    if (!drawn) this.#drawn.set(key, (drawn = this.#draw(line, own, size)))
    for (const font of drawn.fonts) font.use()
    return drawn
  }

  #draw(line: ScriptLine, own: PdfFace, size: number): Drawn {
    const { runs, width, isReordered } = layLine(line, own.face)
    const fonts = new Set<PdfFace | EmbeddedFont>()
    const parts = runs.map((run) => {
      const isOwn = 'characters' in run
      const font = isOwn ? own : this.#embed(run.font)
      fonts.add(font)
      const operators = isOwn
        ? ownOperators(run, own, isReordered)
        : scriptOperators(run, new Pen(run.font, this.#embed(run.font), size), isReordered)
      return `/${font.use()} ${size} Tf ${operators}`
    })
    const operators = parts.join(' ')
    return { fonts, width, operators: isReordered ? operators : asText(line.text, operators) }
  }

  #embed(font: ScriptFont): EmbeddedFont {
    let embedded = this.#fonts.get(font)
    if (!embedded) {
      embedded = new EmbeddedFont(this.document, font.parsed())
      this.#fonts.set(font, embedded)
    }
    return embedded
  }
}

function scriptOperators(
  { isRightToLeft, clusters }: ScriptRun,
  pen: Pen,
  isReordered: boolean,
): string {
  const parts = clusters.map((cluster) => clusterOperators(cluster, pen, isRightToLeft))
  const operators = parts.join(' ') + pen.finish()
  const isPart = isReordered && !isRightToLeft
  return isPart ? asText(clusters.map(({ text }) => text).join(''), operators) : operators
}

function clusterOperators({ text, glyphs }: Cluster, pen: Pen, isRightToLeft: boolean): string {
  let width = 0
  const located = glyphs.map((glyph) => {
    const at = width + glyph.x
    width += glyph.advance
    return { ...glyph, at }
  })
  // Marks at the start or end are skipped: as the edge of the text, they would leave a gap to the neighboring text.
  const letters = located.filter(({ advance }) => advance > 0)
  const marks = letters.length === 0 ? [] : located.filter(({ advance }) => advance <= 0)
  const isAlone = glyphs.length === 1
  const body = pen.draw(letters.length === 0 ? located : letters, text, isAlone)
  const isRead = isAlone && glyphs.every(({ id }) => pen.embedded.reads(id, text))
  const operators = isRightToLeft && !isRead ? asText(text, body) : body
  const above = marks.length === 0 ? '' : ` ${pen.draw(marks, '', false)}`
  pen.advance(width)
  return operators + above
}

function ownOperators({ characters }: OwnRun, own: PdfFace, isReordered: boolean): string {
  const draw = (some: OwnRun['characters']) => own.draw(some.map(({ drawn }) => drawn)).operators
  const isBox = ({ drawn }: OwnRun['characters'][number]) => own.face.glyph(drawn).replaced
  if (!isReordered || !characters.some(isBox)) return draw(characters)
  return characters
    .map((one) => (isBox(one) ? asText(one.text, draw([one])) : draw([one])))
    .join(' ')
}
