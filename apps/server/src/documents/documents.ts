// The port of this folder. A document consists of blocks and is printed by `printPdf`; tables are written by `tableFile`
// or, with a layout, by `writeSpreadsheet`; `sendFile` sends a file to the browser.
import { isolated } from '@portal/domain/kernel/isolated'
import { paintFlow, type Block } from './flow.ts'
import { letterhead, type Seller } from './letterhead.ts'
import { loadFontsFor } from './scripts/load-fonts.ts'
import { Sheet } from './sheet.ts'

export { amountFormat } from './amount-format.ts'
export { csvFile } from './csv-file.ts'
export { factList, factTable } from './facts.ts'
export { pause } from './flow.ts'
export { area, colours, styles, type Colour, type TextStyle } from './page-style.ts'
export { sendFile, type FileEnding, type FileName } from './send-file.ts'
export { writeSpreadsheet, type Column, type Row, type Style } from './spreadsheet.ts'
export { fit, Table, type Cell } from './table.ts'
export { sheetCell, tableFile, written } from './table-file.ts'
export { textBox } from './text-box.ts'
export { oneLine } from './wrap.ts'
export { zipFiles, type ZippedFile } from './zip-files.ts'
export type { Block, Seller, Sheet }

export interface Paper {
  seller: Seller
  /** The title in the file's properties. */
  title: string
  subject: string
  /** Large at the top of the first page: the kind of document, and below it its subject. */
  heading: string
  subheading: string
  /** Small at the top of the later pages; by default the title. */
  runningHead?: string
  /** After the seller's name at the bottom of every page; by default the title. */
  foot?: string
  /** The creation date in the file; the same input gives the same bytes. */
  created: Date
}

/**
 * Prints blocks below the seller's letterhead, on as many pages as needed, as a tagged PDF. `content` contains all texts:
 * the fonts of their scripts must be loaded before the blocks are created, because creating a block measures its text.
 */
export async function printPdf(
  paper: Paper,
  content: object,
  blocks: () => readonly Block[] | Promise<readonly Block[]>,
): Promise<Buffer> {
  await loadFontsFor(paper, content)
  const { seller, title, subject, heading, subheading, created } = paper
  const body = await blocks()
  const sheet = new Sheet({ title, author: seller.name, subject, created })
  const running = {
    head: paper.runningHead ?? title,
    foot: `${isolated(seller.name)} · ${paper.foot ?? title}`,
  }
  await paintFlow(sheet, [letterhead(seller, heading, subheading), ...body], running)
  return sheet.finish()
}
