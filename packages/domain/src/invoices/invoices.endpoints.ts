// Written by `npm run documents` from invoices.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['invoices']

export const listInvoices = 'GET /invoice' as EndpointOf<Calls['listInvoices']>
export const getInvoice = 'GET /invoice/details/:invoiceNumber' as EndpointOf<Calls['getInvoice']>
export const downloadSummary = 'GET /invoice/pdf/:file' as EndpointOf<Calls['downloadSummary']>
export const downloadDetails = 'GET /invoice/xls/:file' as EndpointOf<Calls['downloadDetails']>
export const downloadSelected = 'POST /invoice/selected-invoices/files' as EndpointOf<Calls['downloadSelected']>
export const downloadStatement = 'GET /invoice/statements' as EndpointOf<Calls['downloadStatement']>
