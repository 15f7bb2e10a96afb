import { Readable, type PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import {
  contentTypesXml,
  coreXml,
  packageXml,
  workbookRelationsXml,
  workbookXml,
} from './spreadsheet-parts.ts'
import { sheetXml, type Sheet } from './spreadsheet-rows.ts'
import { StyleList } from './spreadsheet-styles.ts'

export type { Column, Row } from './spreadsheet-rows.ts'
export type { Style } from './spreadsheet-styles.ts'

/** A workbook with a single sheet. */
export interface Spreadsheet extends Sheet {
  /** Excel accepts at most 31 characters and none of `[]:*?/\\`. */
  name: string
  author: string
  created: Date
}

/**
 * Writes a spreadsheet (ECMA-376) and ends `out`. Rejects if the rows fail or if `out` closes early; `out` is then
 * destroyed, not ended, so that a partial file does not look complete. Rows are read only as fast as `out` accepts them,
 * so memory stays constant for any number of rows.
 */
export async function writeSpreadsheet(spreadsheet: Spreadsheet, out: Writable): Promise<void> {
  const styles = new StyleList()
  const sheet = Readable.from(sheetXml(spreadsheet, styles))
  const zip = new ZipFile()
  // yazl returns a PassThrough; its types declare an interface without destroy().
  const zipped = zip.outputStream as PassThrough
  // yazl does not forward the errors of its sources.
  sheet.on('error', (error) => zipped.destroy(error))
  zip.on('error', (error: Error) => zipped.destroy(error))

  const options = { mtime: spreadsheet.created }
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xml), path, options)
  add('[Content_Types].xml', contentTypesXml)
  add('_rels/.rels', packageXml)
  add('docProps/core.xml', coreXml(spreadsheet))
  add('xl/workbook.xml', workbookXml(spreadsheet))
  add('xl/_rels/workbook.xml.rels', workbookRelationsXml)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', options)
  // Added last, because the rows decide which styles exist.
  zip.addReadStreamLazy('xl/styles.xml', options, (open) =>
    open(null, Readable.from([styles.xml()])),
  )
  zip.end()
  try {
    await pipeline(zipped, out)
  } finally {
    // This closes the source of the rows too.
    sheet.destroy()
  }
}
