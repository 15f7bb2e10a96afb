import { csvRow } from '@portal/domain/kernel/csv'
import { decimalString, toCents } from '@portal/domain/kernel/money'
import { detailsTitles, type DetailsDocument, type Lines } from './details.ts'

const byteOrderMark = '\ufeff'
const rowsPerChunk = 200

/**
 * The line items as RFC 4180 text in UTF-8. The byte order mark is for Excel, which takes a file
 * without one for its local 8-bit alphabet.
 */
export async function* detailsCsv(document: DetailsDocument, lines: Lines): AsyncGenerator<string> {
  let chunk = byteOrderMark + csvRow([...Object.values(detailsTitles), 'Invoice'])
  let rows = 0
  for await (const line of lines) {
    chunk += csvRow([
      line.productName,
      line.description,
      line.moreInfo,
      line.city,
      line.state,
      line.quantity,
      line.salesPrice,
      { decimal: decimalString(toCents(line.total)) },
      line.currency,
      document.invoice.invoiceNumber,
    ])
    rows += 1
    if (rows % rowsPerChunk === 0) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}
