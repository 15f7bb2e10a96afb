import * as endpoints from '@portal/domain/invoices/invoices.endpoints'
import type { StatementFormat } from '@portal/domain/invoices/invoices.schema'
import { shortDay, type Day } from '@portal/domain/kernel/day'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { config } from '../api/config.ts'
import { fetchFile } from '../api/fetch-file.ts'
import { everyPage } from '../api/paged.ts'
import { today } from '../kernel/today.ts'
import { newestFirst } from './invoice-filter.ts'
import { invoiceRow, type InvoiceRow } from './invoice-row.ts'

export function invoiceListQuery(accountId: string) {
  return queryOptions({
    queryKey: ['invoices', accountId],
    queryFn: async ({ signal }) => {
      const day = today()
      const rows = new Map<string, InvoiceRow>()
      const invoices = everyPage(endpoints.listInvoices, (page) => ({
        query: { companyFilter: accountId, ...page },
        signal,
      }))
      for await (const page of invoices)
        for (const invoice of page) rows.set(invoice.id, invoiceRow(invoice, day))
      return newestFirst([...rows.values()])
    },
    staleTime: 30_000,
    // Comparing thousands of rows field by field costs more than rendering the visible ones.
    structuralSharing: false,
  })
}

export function invoiceDetailQuery(accountId: string, invoiceNumber: string) {
  return queryOptions({
    queryKey: ['invoice', accountId, invoiceNumber],
    queryFn: ({ signal }) =>
      call(endpoints.getInvoice, {
        params: { invoiceNumber },
        query: { companyFilter: accountId },
        signal,
      }),
  })
}

const files = { pdf: endpoints.downloadSummary, xls: endpoints.downloadDetails }
export type InvoiceFile = keyof typeof files

/** A file of an invoice, with the server's file name; details of some sources are CSV. */
export function fetchInvoiceFile(accountId: string, invoiceNumber: string, kind: InvoiceFile) {
  const file = `${invoiceNumber}.${kind}`
  return fetchFile(files[kind], file, {
    base: config.mainBase,
    params: { file },
    query: { companyFilter: accountId },
  })
}

/** The statement of a date range. */
export function fetchStatement(accountId: string, from: Day, to: Day, format: StatementFormat) {
  const days = { startdate: shortDay(from), statementdate: shortDay(to) }
  const query = { companyFilter: accountId, ...days, format }
  return fetchFile(endpoints.downloadStatement, `statement-${from}-${to}.${format}`, { query })
}
