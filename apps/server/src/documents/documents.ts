// All that other rooms may use of this one. Painted documents are blocks, printed on a paper by `printPdf`; tables of
// plain values are written by `csvFile` or, with formats, by `writeSpreadsheet`; `sendFile` hands a file to the browser.
import { paintFlow, type Block } from './flow.ts'
import { letterhead, type Seller } from './letterhead.ts'
import { Sheet } from './sheet.ts'

export { amountFormat } from './amount-format.ts'
export { csvFile, type CsvCells } from './csv-file.ts'
export { factList, factTable } from './facts.ts'
export { pause } from './flow.ts'
export { area, colours, styles, type Colour, type TextStyle } from './look.ts'
export { sendFile, type FileEnding, type FileName } from './send-file.ts'
export { writeSpreadsheet, type Column, type Row, type Style } from './spreadsheet.ts'
export { fit, Table, type Cell } from './table.ts'
export { textBox } from './text-box.ts'
export { oneLine } from './wrap.ts'
export type { Block, Seller, Sheet }

export interface Paper {
  seller: Seller
  /** What the file calls itself. */
  title: string
  subject: string
  /** Large at the head of the first page: what this is, and below it of what. */
  heading: string
  subheading: string
  /** Small at the head of the later pages; the title unless given. */
  runningHead?: string
  /** Behind the seller's name at the foot of every page; the title unless given. */
  foot?: string
  /** Written into the file as its date of creation; the same input gives the same bytes. */
  created: Date
}

/** Prints blocks below the seller's letterhead on as many pages as they take, as a tagged PDF. */
export async function printPdf(paper: Paper, blocks: readonly Block[]): Promise<Buffer> {
  const { seller, title, subject, heading, subheading, created } = paper
  const sheet = new Sheet({ title, author: seller.name, subject, created })
  await paintFlow(sheet, [letterhead(seller, heading, subheading), ...blocks], {
    head: paper.runningHead ?? title,
    foot: `${seller.name} · ${paper.foot ?? title}`,
  })
  return sheet.finish()
}
