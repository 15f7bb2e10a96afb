import * as endpoints from '@portal/domain/invoices/invoices.endpoints'
import type { StatementFormat } from '@portal/domain/invoices/invoices.schema'
import { shortDay } from '@portal/domain/kernel/day'
import { queryOptions } from '@tanstack/react-query'
import { call, send } from '../api/call.ts'
import { config } from '../api/config.ts'
import { fileNameOf } from '../api/download.ts'
import { fetchFile, type NamedFile } from '../api/fetch-file.ts'
import { everyPage } from '../api/paged.ts'
import { businessToday } from '../api/business-today.ts'
import { folded } from '../kernel/find.ts'
import { newestFirst } from './invoice-filter.ts'
import { invoiceRow, type InvoiceRow } from './invoice-row.ts'
import type { Days } from './statement-days.ts'
import { fileCounter } from './zip-progress.ts'

export function invoiceListQuery(accountId: string) {
  return queryOptions({
    queryKey: ['invoices', accountId],
    queryFn: async ({ signal }) => {
      const day = businessToday()
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

/** Texts of invoices by id that searches find although rows do not show them. */
export function invoiceTextsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['invoices', accountId, 'texts'],
    queryFn: async ({ signal }) => {
      const texts = new Map<string, string>()
      const pages = everyPage(endpoints.listInvoiceTexts, (page) => ({
        query: { companyFilter: accountId, ...page },
        signal,
      }))
      for await (const page of pages) for (const { id, text } of page) texts.set(id, folded(text))
      return texts
    },
    staleTime: 30_000,
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

/** The possible recipients of these invoices. */
export function invoiceRecipientsQuery(accountId: string, invoiceIds: readonly string[]) {
  return queryOptions({
    queryKey: ['invoice recipients', accountId, invoiceIds],
    queryFn: ({ signal }) =>
      call(endpoints.listInvoiceRecipients, {
        query: { companyFilter: accountId },
        body: { invoiceIds: [...invoiceIds] },
        signal,
      }),
    staleTime: 0,
  })
}

export function sendInvoices(
  accountId: string,
  invoiceIds: readonly string[],
  recipients: string[],
  key: string,
) {
  return call(endpoints.sendInvoices, {
    query: { companyFilter: accountId },
    body: { invoiceIds: [...invoiceIds], recipients },
    headers: { 'idempotency-key': key },
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

/** Reports how many files of how many have begun to arrive. */
export type OnProgress = (begun: number, total: number) => void

/** The files of these invoices as a ZIP, with the server's file name. */
export async function fetchSelectedFiles(
  accountId: string,
  invoiceIds: readonly string[],
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<NamedFile> {
  const response = await send(endpoints.downloadSelected, {
    query: { companyFilter: accountId },
    body: { invoiceIds: [...invoiceIds] },
    signal,
  })
  const name = fileNameOf(response.headers.get('content-disposition'), 'invoices.zip')
  const total = Number(response.headers.get('x-count'))
  const count = fileCounter(name.replace(/\.zip$/, ''))
  const parts: Uint8Array<ArrayBuffer>[] = []
  onProgress(0, total)
  for (const reader = response.body!.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return { file: new Blob(parts, { type: 'application/zip' }), name }
    parts.push(value)
    onProgress(count(value), total)
  }
}

const statementDays = (accountId: string, { from, to }: Days) => ({
  companyFilter: accountId,
  startdate: shortDay(from),
  statementdate: shortDay(to),
})

export function statementQuery(accountId: string, days: Days) {
  return queryOptions({
    queryKey: ['statement', accountId, days],
    queryFn: ({ signal }) =>
      call(endpoints.getStatement, { query: statementDays(accountId, days), signal }),
  })
}

/** The statement as a file. */
export function fetchStatementFile(accountId: string, days: Days, format: StatementFormat) {
  const { from, to } = days
  const query = { ...statementDays(accountId, days), format }
  return fetchFile(endpoints.downloadStatement, `statement-${from}-${to}.${format}`, { query })
}
