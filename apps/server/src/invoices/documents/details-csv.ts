import type { FileCell } from '@portal/domain/kernel/csv'
import { decimalString, toCents } from '@portal/domain/kernel/money'
import { csvFile } from '../../documents/documents.ts'
import { detailsTitles, subjectTitles, type DetailsDocument, type Lines } from './details.ts'

/** Writes the line items as CSV; each row ends with the invoice's number. */
export function detailsCsv(document: DetailsDocument, lines: Lines): AsyncGenerator<string> {
  const subjects = document.subjects.map((field) => subjectTitles[field])
  return csvFile([...Object.values(detailsTitles), ...subjects, 'Invoice'], rows(document, lines))
}

async function* rows(
  { invoice, subjects }: DetailsDocument,
  lines: Lines,
): AsyncGenerator<readonly FileCell[]> {
  for await (const line of lines)
    yield [
      line.productName,
      line.description,
      line.moreInfo,
      line.city,
      line.state,
      line.quantity ?? '',
      line.salesPrice ?? '',
      { decimal: decimalString(toCents(line.total, line.currency), line.currency) },
      line.currency,
      ...subjects.map((field) => line[field] ?? ''),
      invoice.invoiceNumber,
    ]
}
