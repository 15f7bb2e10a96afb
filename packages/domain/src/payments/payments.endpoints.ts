// Written by `npm run documents` from payments.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['payments']

export const payInvoice = 'POST /invoice/:id/payment' as EndpointOf<Calls['payInvoice']>
export const getNotApplied = 'GET /payment/not-applied' as EndpointOf<Calls['getNotApplied']>
export const listOpenCredits = 'GET /payment/open-credits' as EndpointOf<Calls['listOpenCredits']>
export const payAll = 'POST /invoice/all-invoices/payment' as EndpointOf<Calls['payAll']>
export const planPayAll = 'GET /invoice/all-invoices/payment/plan' as EndpointOf<Calls['planPayAll']>
export const planPaySelected = 'POST /invoice/selected-invoices/payment/plan' as EndpointOf<Calls['planPaySelected']>
export const paySelected = 'POST /invoice/selected-invoices/payment' as EndpointOf<Calls['paySelected']>
export const getCurrentBatch = 'GET /invoice/all-invoices/payment' as EndpointOf<Calls['getCurrentBatch']>
export const getBatch = 'GET /invoice/all-invoices/payment/:batchId' as EndpointOf<Calls['getBatch']>
export const continueBatch = 'POST /invoice/all-invoices/payment/:batchId/continue' as EndpointOf<Calls['continueBatch']>
export const stopBatch = 'POST /invoice/all-invoices/payment/:batchId/stop' as EndpointOf<Calls['stopBatch']>
export const getAging = 'GET /invoice/aging' as EndpointOf<Calls['getAging']>
export const hasPastDue = 'GET /invoice/pastDue' as EndpointOf<Calls['hasPastDue']>
export const listUpcomingInvoices = 'GET /invoice/upcomingUnpaidInvoices' as EndpointOf<Calls['listUpcomingInvoices']>
export const listEligibleInvoices = 'GET /invoice/unpaidEligibleInvoices' as EndpointOf<Calls['listEligibleInvoices']>
export const downloadInstructions = 'GET /payment/instructions' as EndpointOf<Calls['downloadInstructions']>
export const listCards = 'GET /payment/card' as EndpointOf<Calls['listCards']>
export const getDefaultCard = 'GET /payment/card/default' as EndpointOf<Calls['getDefaultCard']>
export const addCard = 'POST /payment/card' as EndpointOf<Calls['addCard']>
export const setDefaultCard = 'PUT /payment/card/default' as EndpointOf<Calls['setDefaultCard']>
export const removeCard = 'DELETE /payment/card' as EndpointOf<Calls['removeCard']>
export const listPaymentHistory = 'GET /payment/history' as EndpointOf<Calls['listPaymentHistory']>
export const listPayments = 'GET /payment/list' as EndpointOf<Calls['listPayments']>
export const downloadPayments = 'GET /payment/list/csv' as EndpointOf<Calls['downloadPayments']>
export const downloadReceipt = 'GET /payment/receipt/:file' as EndpointOf<Calls['downloadReceipt']>
export const listReceiptRecipients = 'GET /payment/receipts/recipients' as EndpointOf<Calls['listReceiptRecipients']>
export const sendReceipt = 'POST /payment/receipts/:paymentId/mails' as EndpointOf<Calls['sendReceipt']>
export const listExternalRecipients = 'GET /payment/recipients/external' as EndpointOf<Calls['listExternalRecipients']>
export const listUserRecipients = 'GET /payment/recipients/users' as EndpointOf<Calls['listUserRecipients']>
export const askRecipient = 'POST /payment/recipient/external/ask' as EndpointOf<Calls['askRecipient']>
export const chooseMailboxInvoices = 'PUT /payment/recipient/external/invoices' as EndpointOf<Calls['chooseMailboxInvoices']>
export const addRecipients = 'POST /payment/recipient/external/add' as EndpointOf<Calls['addRecipients']>
export const removeRecipient = 'DELETE /payment/recipient/external/delete' as EndpointOf<Calls['removeRecipient']>
export const isEnrolledInAutoPay = 'GET /payment/autopay-status' as EndpointOf<Calls['isEnrolledInAutoPay']>
export const enableAutoPay = 'POST /payment/autopay/enable' as EndpointOf<Calls['enableAutoPay']>
export const disableAutoPay = 'POST /payment/autopay/disable' as EndpointOf<Calls['disableAutoPay']>
export const getAutoPayPlan = 'GET /payment/autopay/plan' as EndpointOf<Calls['getAutoPayPlan']>
export const changeAutoPaySettings = 'PUT /payment/autopay/settings' as EndpointOf<Calls['changeAutoPaySettings']>
export const takeProviderEvent = 'POST /payment/provider-events' as EndpointOf<Calls['takeProviderEvent']>
