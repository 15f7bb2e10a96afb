// Written by `npm run endpoints` from invoices.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['invoices']

export const listInvoices: EndpointOf<Calls['listInvoices']> = { method: 'GET', path: '/invoice' }
export const getInvoice: EndpointOf<Calls['getInvoice']> = { method: 'GET', path: '/invoice/details/:invoiceNumber' }
export const downloadSummary: EndpointOf<Calls['downloadSummary']> = { method: 'GET', path: '/invoice/pdf/:file' }
export const downloadDetails: EndpointOf<Calls['downloadDetails']> = { method: 'GET', path: '/invoice/xls/:file' }
export const downloadStatement: EndpointOf<Calls['downloadStatement']> = { method: 'GET', path: '/invoice/statements' }
