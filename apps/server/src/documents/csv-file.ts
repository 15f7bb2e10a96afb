import { csvRow, type FileCell } from '@portal/domain/kernel/csv'

const byteOrderMark = '\ufeff'
const rowsPerChunk = 200

/**
 * Writes titles and rows as RFC 4180 text in UTF-8, streamed as the rows arrive. The byte order
 * mark is for Excel, which reads a file without one in its local 8-bit encoding.
 */
export async function* csvFile(
  titles: readonly string[],
  rows: AsyncIterable<readonly FileCell[]> | Iterable<readonly FileCell[]>,
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
