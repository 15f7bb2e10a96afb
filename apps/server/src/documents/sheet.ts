import PDFDocument from 'pdfkit'
import { face } from './face.ts'
import type { Weight } from './inter.ts'
import { PdfFace } from './pdf-face.ts'
import { area, colours, margins, sheetSize, type Colour, type TextStyle } from './look.ts'

type Align = 'left' | 'center' | 'right'
/** The share of a text's width that lies before its position. */
const before: Record<Align, number> = { left: 0, center: 0.5, right: 1 }

export interface SheetInfo {
  title: string
  author: string
  subject: string
  created: Date
}

type Structure = PDFKit.PDFStructureElement
/** `scope` is understood by pdfkit and missing from its types. */
type ElementOptions = PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' }

/**
 * The paper a document is drawn on: text, lines and boxes in points from the top left corner, and
 * the tags that let a screen reader follow them. Text goes to the page as operators of our own,
 * because pdfkit's text() lays every string out anew; pdfkit keeps the file, pages, fonts and tags.
 */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument
  readonly #faces: Record<Weight, PdfFace>
  readonly #chunks: Buffer[] = []
  readonly #path: Structure[]
  #operators: string[] = []
  // What the page's graphics state holds, so that it is written only when it changes.
  #colour = ''
  #font = ''
  #marked = false

  constructor({ title, author, subject, created }: SheetInfo) {
    this.pdf = new PDFDocument({
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

  /** One line of text with its baseline at y, which starts at x, ends there, or has its middle there. */
  text(x: number, y: number, text: string, style: TextStyle, align: Align = 'left') {
    if (text === '') return
    const pdfFace = this.#faces[style.weight]
    const { operators, width } = pdfFace.show(text)
    const left = x - before[align] * ((width * style.size) / 1000)
    this.#fill(style.colour)
    // pdfkit's pages count downwards, so letters are turned upright again.
    const font = `/${pdfFace.use()} ${style.size} Tf`
    const chosen = font === this.#font ? '' : `${font} `
    this.#font = font
    this.#operators.push(`BT ${chosen}1 0 0 -1 ${points(left)} ${points(y)} Tm ${operators} ET`)
  }

  box(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#fill(colour)
    this.#operators.push(`${points(x)} ${points(y)} ${points(width)} ${points(height)} re f`)
  }

  rule(left: number, right: number, y: number, colour: Colour, thickness = 0.6): void {
    this.box(left, y - thickness / 2, right - left, thickness, colour)
  }

  /** The tinted band that figures stand on, as wide as the content, with its edge in the accent's colour. */
  band(top: number, height: number): void {
    this.box(area.left, top, area.width, height, colours.band)
    this.box(area.left, top, 2.5, height, colours.accent)
  }

  /** Drawing through pdfkit itself, for the few shapes that are more than boxes. */
  draw(shape: (pdf: PDFKit.PDFDocument) => void): void {
    this.flush()
    this.pdf.save()
    shape(this.pdf)
    this.pdf.restore()
  }

  /** Decoration and repeated headings, which a screen reader passes over. */
  artifact(paint: () => void): void {
    if (this.#marked) return paint()
    this.#operators.push('/Artifact BMC')
    paint()
    this.#operators.push('EMC')
  }

  /** A piece of content with its meaning: `P`, `H1`, `TD` and so on. */
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

  /** Elements marked from here to `leave` are parts of this one. */
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
