import type { Company } from '@portal/domain/companies/companies.schema'
import type { TableFormat } from '@portal/domain/kernel/csv'
import { today } from '../kernel/today.ts'
import { listTable } from '../ui/lists/list-columns.ts'
import { tableFile } from '../ui/table-file.ts'
import { invoiceList } from './invoice-columns.tsx'
import type { InvoiceRow } from './invoice-row.ts'

/** The rows as a file, in their order. */
export const invoicesFile = (company: Company, rows: readonly InvoiceRow[], format: TableFormat) =>
  tableFile(format, `invoices-${company.accountId}-${today()}`, listTable(invoiceList, rows))
