import { csvRow } from '@portal/domain/kernel/csv'

export type CsvCells = Parameters<typeof csvRow>[0]

const byteOrderMark = '\ufeff'
const rowsPerChunk = 200

/**
 * Titles and rows as RFC 4180 text in UTF-8, to be sent while the rows come in. The byte order mark is
 * for Excel, which takes a file without one for its local 8-bit alphabet.
 */
export async function* csvFile(
  titles: readonly string[],
  rows: AsyncIterable<CsvCells> | Iterable<CsvCells>,
): AsyncGenerator<string> {
  let chunk = byteOrderMark + csvRow(titles)
  let count = 0
  for await (const cells of rows) {
    chunk += csvRow(cells)
    count += 1
    if (count % rowsPerChunk === 0) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}
