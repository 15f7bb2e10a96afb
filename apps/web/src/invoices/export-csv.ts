import type { Company } from '@portal/domain/companies/companies.schema'
import { plural } from '@portal/domain/kernel/plural'
import { saveFile } from '../api/download.ts'
import { today } from '../kernel/today.ts'
import { listCsv } from '../ui/lists/list-columns.ts'
import { toast } from '../ui/toasts.ts'
import { invoiceList } from './invoice-columns.tsx'
import type { InvoiceRow } from './invoice-row.ts'

/** Downloads the rows as CSV, in their order. */
export function exportCsv(company: Company, rows: readonly InvoiceRow[]) {
  const file = new Blob([listCsv(invoiceList, rows)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `invoices-${company.accountId}-${today()}.csv`)
  toast.done('CSV exported', plural(rows.length, 'invoice'))
}
