import { Type } from 'typebox'
import { countHeader, declareCalls } from '../kernel/call.ts'
import { IdempotencyHeaders } from '../kernel/fields.ts'
import { SendRecipients, SentMails } from '../notifications/send-again.schema.ts'
import { CompanyFilter } from '../session/session.schema.ts'
import {
  CopyTag,
  DetailsFile,
  DownloadedInvoices,
  Invoice,
  InvoiceDetail,
  InvoiceKey,
  InvoicePage,
  SendInvoices,
  SentInvoices,
  StatementQuery,
  SummaryFile,
} from './invoices.schema.ts'
import {
  InvoiceViews,
  NewView,
  ViewChange,
  ViewKey,
  ViewOrder,
  ViewsQuery,
} from './views.schema.ts'

const pdf = 'application/pdf'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const tagHeader = { etag: 'Identifies this answer; send it back as `If-None-Match`.' }

export const invoiceCalls = declareCalls({
  listInvoices: {
    method: 'GET',
    path: '/invoice',
    access: 'AccessInvoices',
    summary:
      'Returns the invoices you may see, or 304 if the copy whose `etag` you send is up to date.',
    query: InvoicePage,
    headers: CopyTag,
    answers: { 200: Type.Array(Invoice), 304: null },
    sends: { ...countHeader, ...tagHeader },
    refuses: [],
  },
  getInvoice: {
    method: 'GET',
    path: '/invoice/details/:invoiceNumber',
    access: 'AccessInvoices',
    isHeavy: true,
    summary:
      'Returns an invoice with its lines, or 304 for a copy whose `etag` you send and that is up to date.',
    params: InvoiceKey,
    query: CompanyFilter,
    headers: CopyTag,
    answers: { 200: InvoiceDetail, 304: null },
    sends: tagHeader,
    refuses: [],
  },
  downloadSummary: {
    method: 'GET',
    path: '/invoice/pdf/:file',
    bases: 'both',
    access: 'AccessInvoices',
    record: ['invoiceNumber', 'file'],
    isHeavy: true,
    summary: 'Returns an invoice as PDF.',
    params: SummaryFile,
    query: CompanyFilter,
    answers: { 200: { media: [pdf] } },
    refuses: [],
  },
  downloadDetails: {
    method: 'GET',
    path: '/invoice/xls/:file',
    bases: 'both',
    access: 'AccessInvoices',
    record: ['invoiceNumber', 'file'],
    isHeavy: true,
    summary:
      'Returns the lines of an invoice as a spreadsheet, or as CSV if its source has no spreadsheet.',
    params: DetailsFile,
    query: CompanyFilter,
    answers: { 200: { media: [xlsx, 'text/csv'] } },
    refuses: [],
  },
  downloadSelected: {
    method: 'POST',
    path: '/invoice/selected-invoices/files',
    access: 'AccessInvoices',
    unshown: 'reads',
    isHeavy: true,
    summary:
      'Returns the summaries and details of these invoices as a ZIP; an invoice without files is left out. 409 if none has one.',
    query: CompanyFilter,
    body: DownloadedInvoices,
    answers: { 200: { media: ['application/zip'] } },
    sends: { 'x-count': 'How many files the ZIP contains.' },
    refuses: [409],
  },
  listInvoiceRecipients: {
    method: 'POST',
    path: '/invoice/selected-invoices/recipients',
    access: 'AccessInvoices',
    unshown: 'reads',
    summary:
      'Returns the users and external recipients of the company, and to which of them these invoices cannot be sent. Changes nothing.',
    query: CompanyFilter,
    body: SentInvoices,
    answers: { 200: SendRecipients },
    refuses: [],
  },
  sendInvoices: {
    method: 'POST',
    path: '/invoice/selected-invoices/mails',
    access: 'AccessInvoices',
    unshown: 'whole',
    summary:
      'Sends the summaries of these invoices to recipients, one mail to each, and only once if the call is repeated. 409 if an invoice has no summary, if the files are too large, or if all recipients are left out.',
    query: CompanyFilter,
    headers: IdempotencyHeaders,
    body: SendInvoices,
    answers: { 200: SentMails },
    refuses: [409],
  },
  downloadStatement: {
    method: 'GET',
    path: '/invoice/statements',
    bases: 'both',
    access: 'AccessInvoices',
    isHeavy: true,
    summary: 'Returns the statement of a company over a range of days.',
    query: StatementQuery,
    answers: { 200: { media: [pdf, xlsx] } },
    refuses: [],
  },
  listViews: {
    method: 'GET',
    path: '/invoice/views',
    access: 'AccessInvoices',
    summary: 'Returns your saved views of the invoice list of this company, in their order.',
    query: ViewsQuery,
    answers: { 200: InvoiceViews },
    refuses: [],
  },
  saveView: {
    method: 'POST',
    path: '/invoice/views',
    access: 'AccessInvoices',
    unshown: 'own',
    summary:
      'Saves a view and returns all of your views. A repeat with the same id changes nothing. 409 if the name is taken or there are too many.',
    query: ViewsQuery,
    body: NewView,
    answers: { 200: InvoiceViews },
    refuses: [409],
  },
  orderViews: {
    method: 'PUT',
    path: '/invoice/views',
    access: 'AccessInvoices',
    unshown: 'own',
    summary: 'Changes the order of your views and returns all of them.',
    query: ViewsQuery,
    body: ViewOrder,
    answers: { 200: InvoiceViews },
    refuses: [],
  },
  changeView: {
    method: 'PUT',
    path: '/invoice/views/:viewId',
    access: 'AccessInvoices',
    unshown: 'own',
    summary:
      'Changes the name or filters of a view, or whether it is the default, and returns all of your views. 409 if the name is taken.',
    params: ViewKey,
    query: ViewsQuery,
    body: ViewChange,
    answers: { 200: InvoiceViews },
    refuses: [409],
  },
  removeView: {
    method: 'DELETE',
    path: '/invoice/views/:viewId',
    access: 'AccessInvoices',
    unshown: 'own',
    summary: 'Removes a view and returns the others. A repeat changes nothing.',
    params: ViewKey,
    query: ViewsQuery,
    answers: { 200: InvoiceViews },
    refuses: [],
  },
})
