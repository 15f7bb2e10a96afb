import { cardPaymentFacts } from '@portal/domain/payments/faq'
import {
  area,
  colours,
  printPdf,
  styles,
  textBox,
  type Block,
  type Seller,
  type Sheet,
  type TextStyle,
} from '../../documents/documents.ts'
import { openAccountBlocks } from '../../invoices/documents/open-account-blocks.ts'
import type { OpenAccount } from '../../invoices/open-accounts.queries.ts'

export interface InstructionsDocument {
  seller: Seller
  accountId: string
  /** The largest balance that can be paid by card. */
  limitCents: number
  /** The accounts for the company's open invoices. */
  openAccounts: readonly OpenAccount[]
  /** The creation date in the file; the same input gives the same bytes. */
  created: Date
}

// The text is larger than the figures of an invoice, because a guide is read in full.
const text: TextStyle = { ...styles.body, size: 10 }
const strong: TextStyle = { ...styles.strong, size: 10.5 }
const heading: TextStyle = { ...styles.section, size: 13 }

/** Prints how to pay by card, step by step, how to pay by bank transfer, and common questions with answers. */
export async function instructionsPdf(document: InstructionsDocument): Promise<Buffer> {
  const { seller, accountId, limitCents, openAccounts, created } = document
  const contact = seller.email ?? seller.name
  const title = 'Payment instructions'
  const paper = {
    seller,
    title,
    subject: 'How to pay invoices by credit card and by bank transfer',
    heading: title,
    subheading: 'By credit card and by bank transfer',
    created,
  }
  const facts = cardPaymentFacts(limitCents, contact)
  return printPdf(paper, { facts, openAccounts }, () => [
    glancePanel(facts.glance),
    headingBlock('Step by step'),
    ...facts.steps.map((step, index) => entry(step.title, step.text, String(index + 1))),
    ...openAccountBlocks({ accounts: openAccounts, accountId, contact }),
    headingBlock('Questions and answers'),
    ...facts.questions.map(({ question, answer }) => entry(question, answer)),
  ])
}

function glancePanel(glance: readonly { label: string; value: string }[]): Block {
  const height = 50
  const width = area.width / glance.length
  const paint = (sheet: Sheet, top: number) => {
    sheet.artifact(() => sheet.band(top, height))
    glance.forEach(({ label, value }, index) =>
      sheet.mark('P', () => {
        const left = area.left + 14 + index * width
        sheet.text(left, top + 19, label, styles.label)
        sheet.text(left, top + 35, value, { ...strong, size: 9.5 })
      }),
    )
  }
  return { height: height + 12, paint }
}

function headingBlock(words: string): Block {
  const paint = (sheet: Sheet, top: number) =>
    sheet.mark('H2', () => sheet.text(area.left, top + 22, words, heading))
  return { height: 36, keepWith: 60, paint }
}

const indent = 30

/** A bold title with its text, optionally numbered. */
function entry(title: string, words: string, number?: string): Block {
  const left = area.left + (number ? indent : 0)
  const width = area.width - (left - area.left)
  const head = textBox(title, strong, width)
  const body = textBox(words, text, width)
  const bodyTop = head.height + 3
  const paint = (sheet: Sheet, top: number) => {
    if (number) sheet.artifact(() => badge(sheet, top, number))
    sheet.mark('H3', () => head.paint(sheet, left, top + 11))
    sheet.mark('P', () => body.paint(sheet, left, top + bodyTop + 10))
  }
  return { height: bodyTop + body.height + 14, paint }
}

function badge(sheet: Sheet, top: number, number: string): void {
  sheet.draw((pdf) => {
    pdf.circle(area.left + 9, top + 9, 9).fill(colours.band)
  })
  const style: TextStyle = { ...strong, size: 9.5, colour: colours.accent }
  sheet.text(area.left + 9, top + 12.4, number, style, 'center')
}
