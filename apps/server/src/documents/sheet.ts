import PDFDocument from 'pdfkit'
import { escapeHtml } from '@portal/domain/kernel/escape-html'
import { face } from './face.ts'
import type { Weight } from './inter.ts'
import { area, colours, margins, sheetSize, type Colour, type TextStyle } from './page-style.ts'
import { PdfFace, type Shown } from './pdf-face.ts'
import { ScriptPainter } from './scripts/script-painter.ts'
import { asLine, type TextLine } from './scripts/text-line.ts'

type Align = 'left' | 'center' | 'right'
/** The share of a text's width before its position. */
const before: Record<Align, number> = { left: 0, center: 0.5, right: 1 }

export interface SheetInfo {
  title: string
  author: string
  subject: string
  created: Date
}

type Structure = PDFKit.PDFStructureElement
/** pdfkit supports `scope`, which is missing from its types. */
type ElementOptions = PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' }

class Pdf extends PDFDocument {
  /**
   * pdfkit writes properties into XML unescaped, so they are escaped first. The properties outside of XML have been
   * written before.
   */
  override endMetadata(): void {
    for (const [name, value] of Object.entries(this.info))
      if (typeof value === 'string') Object.assign(this.info, { [name]: escapeHtml(value) })
    super.endMetadata()
  }
}

/**
 * The page on which a document is drawn: text, lines and boxes in points from the top left corner, and the tags for screen
 * readers. Text is written as operators directly, because pdfkit's text() would lay out every string again; pdfkit manages
 * the file, pages, fonts and tags.
 */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument
  readonly #faces: Record<Weight, PdfFace>
  readonly #scripts: ScriptPainter
  readonly #chunks: Buffer[] = []
  readonly #path: Structure[]
  #operators: string[] = []
  // The page's current graphics state: each value is written only when it changes.
  #colour = ''
  #font = ''
  #marked = false

  constructor({ title, author, subject, created }: SheetInfo) {
    this.pdf = new Pdf({
      size: [sheetSize.width, sheetSize.height],
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      margins,
      font: face('regular').font as unknown as string,
      info: {
        Title: title,
        Author: author,
        Subject: subject,
        Creator: 'Licensing & Billing',
        CreationDate: created,
        ModDate: created,
      },
    })
    this.pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#faces = {
      regular: new PdfFace(this.pdf, face('regular')),
      bold: new PdfFace(this.pdf, face('bold')),
    }
    this.#scripts = new ScriptPainter(this.pdf)
    const root = this.pdf.struct('Document')
    this.pdf.addStructure(root)
    this.#path = [root]
  }

  addPage(): void {
    this.flush()
    this.pdf.addPage()
    this.#colour = ''
    this.#font = ''
  }

  /** Draws one line of text with its baseline at y; x is its left end, right end or center. */
  text(x: number, y: number, text: TextLine, style: TextStyle, align: Align = 'left') {
    if (text === '') return
    const { font, operators, width } = this.#show(asLine(text), style)
    const left = x - before[align] * ((width * style.size) / 1000)
    this.#fill(style.colour)
    // pdfkit's y axis points down, so letters are flipped upright.
    this.#operators.push(`BT ${font}1 0 0 -1 ${points(left)} ${points(y)} Tm ${operators} ET`)
  }

  #show(line: TextLine, { weight, size }: TextStyle): Shown & { font: string } {
    const own = this.#faces[weight]
    if (typeof line !== 'string') {
      this.#font = ''
      return { font: '', ...this.#scripts.show(line, own, size) }
    }
    const font = `/${own.use()} ${size} Tf`
    const chosen = font === this.#font ? '' : `${font} `
    this.#font = font
    return { font: chosen, ...own.show(line) }
  }

  box(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#fill(colour)
    this.#operators.push(`${points(x)} ${points(y)} ${points(width)} ${points(height)} re f`)
  }

  rule(left: number, right: number, y: number, colour: Colour, thickness = 0.6): void {
    this.box(left, y - thickness / 2, right - left, thickness, colour)
  }

  /** Draws the tinted band behind figures, across the width of the content, with an accent edge. */
  band(top: number, height: number): void {
    this.box(area.left, top, area.width, height, colours.band)
    this.box(area.left, top, 2.5, height, colours.accent)
  }

  /** Draws through pdfkit directly, for the few shapes other than boxes. */
  draw(shape: (pdf: PDFKit.PDFDocument) => void): void {
    this.flush()
    this.pdf.save()
    shape(this.pdf)
    this.pdf.restore()
  }

  /** Draws decoration and repeated headings, which screen readers skip. */
  artifact(paint: () => void): void {
    if (this.#marked) return paint()
    this.#operators.push('/Artifact BMC')
    paint()
    this.#operators.push('EMC')
  }

  /** Draws content and tags it with its meaning: `P`, `H1`, `TD` and so on. */
  mark(type: string, paint: () => void, options: ElementOptions = {}): void {
    if (this.#marked) return paint()
    this.flush()
    const element = this.pdf.struct(type, options, () => {
      paint()
      this.flush()
    })
    this.#marked = true
    this.#path.at(-1)?.add(element)
    this.#marked = false
    element.end()
  }

  /** Starts an element: everything that is marked until `leave` becomes a part of it. */
  enter(type: string): void {
    if (this.#marked) return
    const element = this.pdf.struct(type)
    this.#path.at(-1)?.add(element)
    this.#path.push(element)
  }

  leave(): void {
    if (!this.#marked) this.#path.pop()?.end()
  }

  async finish(): Promise<Buffer> {
    this.flush()
    this.#path[0]?.end()
    const ended = new Promise((resolve) => this.pdf.once('end', resolve))
    this.pdf.end()
    await ended
    return Buffer.concat(this.#chunks)
  }

  flush(): void {
    if (this.#operators.length === 0) return
    const operators = Buffer.from(`${this.#operators.join('\n')}\n`, 'latin1')
    this.#operators = []
    this.pdf.addContent(operators)
  }

  #fill(colour: Colour): void {
    if (colour === this.#colour) return
    this.#colour = colour
    this.#operators.push(`${rgb(colour)} rg`)
  }
}

function points(length: number): number {
  return Math.round(length * 100) / 100
}

const rgbOperands = new Map<string, string>()

function rgb(colour: string): string {
  let operands = rgbOperands.get(colour)
  if (!operands) {
    const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    operands = channels.map((channel) => channel.toFixed(3)).join(' ')
    rgbOperands.set(colour, operands)
  }
  return operands
}
