import { cardPaymentFacts } from '@portal/domain/payments/faq'
import { face } from '../invoices/documents/face.ts'
import { paintFlow, type Block } from '../invoices/documents/flow.ts'
import { letterhead, type Seller } from '../invoices/documents/letterhead.ts'
import {
  colours,
  contentWidth,
  lineHeight,
  margins,
  styles,
  type TextStyle,
} from '../invoices/documents/look.ts'
import { Sheet } from '../invoices/documents/sheet.ts'
import { wrapText } from '../invoices/documents/wrap.ts'

export interface InstructionsDocument {
  seller: Seller
  /** Largest balance payable by card. */
  limitCents: number
  /** Written into the file as its date of creation; the same input gives the same bytes. */
  created: Date
}

// A guide is read, not scanned: larger than the figures of an invoice.
const text: TextStyle = { ...styles.body, size: 10 }
const strong: TextStyle = { ...styles.strong, size: 10.5 }
const heading: TextStyle = { ...styles.section, size: 13 }

/** How to pay by card, step by step, and the answers to what is asked about it. */
export async function instructionsPdf(document: InstructionsDocument): Promise<Buffer> {
  const { seller, limitCents, created } = document
  const title = 'Payment instructions'
  const sheet = new Sheet({
    title,
    author: seller.name,
    subject: 'How to pay invoices by credit card',
    created,
  })
  const facts = cardPaymentFacts(limitCents)
  const blocks = [
    letterhead(seller, title, 'Paying invoices by credit card'),
    glancePanel(facts.glance),
    headingBlock('Step by step'),
    ...facts.steps.map((step, index) => entry(step.title, step.text, String(index + 1))),
    headingBlock('Questions and answers'),
    ...facts.questions.map(({ question, answer }) => entry(question, answer)),
  ]
  await paintFlow(sheet, blocks, { head: title, foot: `${seller.name} · ${title}` })
  return sheet.finish()
}

function glancePanel(glance: readonly { label: string; value: string }[]): Block {
  const height = 50
  const width = contentWidth / glance.length
  const paint = (sheet: Sheet, top: number) => {
    sheet.artifact(() => {
      sheet.box(margins.left, top, contentWidth, height, colours.band)
      sheet.box(margins.left, top, 2.5, height, colours.accent)
    })
    glance.forEach(({ label, value }, index) =>
      sheet.mark('P', () => {
        const left = margins.left + 14 + index * width
        sheet.text(left, top + 19, label, styles.label)
        sheet.text(left, top + 35, value, { ...strong, size: 9.5 })
      }),
    )
  }
  return { height: height + 12, paint }
}

function headingBlock(words: string): Block {
  const paint = (sheet: Sheet, top: number) =>
    sheet.mark('H2', () => sheet.text(margins.left, top + 22, words, heading))
  return { height: 36, keepWith: 60, paint }
}

const indent = 30

/** A bold line and what it says, with its number before it when it has one. */
function entry(title: string, words: string, number?: string): Block {
  const left = margins.left + (number ? indent : 0)
  const width = contentWidth - (left - margins.left)
  const titleLines = wrapText(face(strong.weight), title, strong.size, width)
  const lines = wrapText(face(text.weight), words, text.size, width)
  const step = text.size * lineHeight
  const bodyTop = titleLines.length * strong.size * lineHeight + 3
  const paint = (sheet: Sheet, top: number) => {
    if (number) sheet.artifact(() => badge(sheet, top, number))
    sheet.mark('H3', () =>
      titleLines.forEach((line, index) =>
        sheet.text(left, top + 11 + index * strong.size * lineHeight, line, strong),
      ),
    )
    sheet.mark('P', () =>
      lines.forEach((line, index) =>
        sheet.text(left, top + bodyTop + 10 + index * step, line, text),
      ),
    )
  }
  return { height: bodyTop + lines.length * step + 14, paint }
}

function badge(sheet: Sheet, top: number, number: string): void {
  sheet.draw((pdf) => {
    pdf.circle(margins.left + 9, top + 9, 9).fill(colours.band)
  })
  const style: TextStyle = { ...strong, size: 9.5, colour: colours.accent }
  const width = face(style.weight).width(number, style.size)
  sheet.text(margins.left + 9 - width / 2, top + 12.4, number, style)
}
