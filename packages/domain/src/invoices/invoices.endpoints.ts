// Written by `npm run documents` from invoices.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['invoices']

export const listInvoices = 'GET /invoice' as EndpointOf<Calls['listInvoices']>
export const listInvoiceTexts = 'GET /invoice/texts' as EndpointOf<Calls['listInvoiceTexts']>
export const getInvoice = 'GET /invoice/details/:invoiceNumber' as EndpointOf<Calls['getInvoice']>
export const downloadSummary = 'GET /invoice/pdf/:file' as EndpointOf<Calls['downloadSummary']>
export const downloadDetails = 'GET /invoice/xls/:file' as EndpointOf<Calls['downloadDetails']>
export const downloadSelected = 'POST /invoice/selected-invoices/files' as EndpointOf<Calls['downloadSelected']>
export const getArchive = 'GET /invoice/selected-invoices/archive' as EndpointOf<Calls['getArchive']>
export const startArchive = 'POST /invoice/selected-invoices/archive' as EndpointOf<Calls['startArchive']>
export const deleteArchive = 'DELETE /invoice/selected-invoices/archive' as EndpointOf<Calls['deleteArchive']>
export const downloadArchive = 'GET /invoice/selected-invoices/archive/file' as EndpointOf<Calls['downloadArchive']>
export const listInvoiceRecipients = 'POST /invoice/selected-invoices/recipients' as EndpointOf<Calls['listInvoiceRecipients']>
export const sendInvoices = 'POST /invoice/selected-invoices/mails' as EndpointOf<Calls['sendInvoices']>
export const downloadStatement = 'GET /invoice/statements' as EndpointOf<Calls['downloadStatement']>
export const getStatement = 'GET /invoice/statements/content' as EndpointOf<Calls['getStatement']>
export const planTransfer = 'POST /invoice/selected-invoices/transfer/plan' as EndpointOf<Calls['planTransfer']>
export const announceTransfer = 'POST /invoice/selected-invoices/transfer' as EndpointOf<Calls['announceTransfer']>
export const withdrawTransfer = 'POST /invoice/transfers/:noticeId/withdrawal' as EndpointOf<Calls['withdrawTransfer']>
export const listViews = 'GET /invoice/views' as EndpointOf<Calls['listViews']>
export const saveView = 'POST /invoice/views' as EndpointOf<Calls['saveView']>
export const orderViews = 'PUT /invoice/views' as EndpointOf<Calls['orderViews']>
export const changeView = 'PUT /invoice/views/:viewId' as EndpointOf<Calls['changeView']>
export const removeView = 'DELETE /invoice/views/:viewId' as EndpointOf<Calls['removeView']>
