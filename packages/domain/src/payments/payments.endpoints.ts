// Written by `npm run endpoints` from payments.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['payments']

export const payInvoice: EndpointOf<Calls['payInvoice']> = { method: 'POST', path: '/invoice/:id/payment' }
export const getNotApplied: EndpointOf<Calls['getNotApplied']> = { method: 'GET', path: '/payment/not-applied' }
export const payAll: EndpointOf<Calls['payAll']> = { method: 'POST', path: '/invoice/all-invoices/payment' }
export const planPayAll: EndpointOf<Calls['planPayAll']> = { method: 'GET', path: '/invoice/all-invoices/payment/plan' }
export const getCurrentBatch: EndpointOf<Calls['getCurrentBatch']> = { method: 'GET', path: '/invoice/all-invoices/payment' }
export const getBatch: EndpointOf<Calls['getBatch']> = { method: 'GET', path: '/invoice/all-invoices/payment/:batchId' }
export const continueBatch: EndpointOf<Calls['continueBatch']> = { method: 'POST', path: '/invoice/all-invoices/payment/:batchId/continue' }
export const stopBatch: EndpointOf<Calls['stopBatch']> = { method: 'POST', path: '/invoice/all-invoices/payment/:batchId/stop' }
export const getAging: EndpointOf<Calls['getAging']> = { method: 'GET', path: '/invoice/aging' }
export const hasPastDue: EndpointOf<Calls['hasPastDue']> = { method: 'GET', path: '/invoice/pastDue' }
export const listUpcomingInvoices: EndpointOf<Calls['listUpcomingInvoices']> = { method: 'GET', path: '/invoice/upcomingUnpaidInvoices' }
export const listEligibleInvoices: EndpointOf<Calls['listEligibleInvoices']> = { method: 'GET', path: '/invoice/unpaidEligibleInvoices' }
export const downloadInstructions: EndpointOf<Calls['downloadInstructions']> = { method: 'GET', path: '/payment/instructions' }
export const listCards: EndpointOf<Calls['listCards']> = { method: 'GET', path: '/payment/card' }
export const getDefaultCard: EndpointOf<Calls['getDefaultCard']> = { method: 'GET', path: '/payment/card/default' }
export const addCard: EndpointOf<Calls['addCard']> = { method: 'POST', path: '/payment/card' }
export const setDefaultCard: EndpointOf<Calls['setDefaultCard']> = { method: 'PUT', path: '/payment/card/default' }
export const removeCard: EndpointOf<Calls['removeCard']> = { method: 'DELETE', path: '/payment/card' }
export const listPaymentHistory: EndpointOf<Calls['listPaymentHistory']> = { method: 'GET', path: '/payment/history' }
export const listPayments: EndpointOf<Calls['listPayments']> = { method: 'GET', path: '/payment/list' }
export const downloadPayments: EndpointOf<Calls['downloadPayments']> = { method: 'GET', path: '/payment/list/csv' }
export const downloadReceipt: EndpointOf<Calls['downloadReceipt']> = { method: 'GET', path: '/payment/receipt/:file' }
export const listExternalRecipients: EndpointOf<Calls['listExternalRecipients']> = { method: 'GET', path: '/payment/recipients/external' }
export const listUserRecipients: EndpointOf<Calls['listUserRecipients']> = { method: 'GET', path: '/payment/recipients/users' }
export const addRecipients: EndpointOf<Calls['addRecipients']> = { method: 'POST', path: '/payment/recipient/external/add' }
export const removeRecipient: EndpointOf<Calls['removeRecipient']> = { method: 'DELETE', path: '/payment/recipient/external/delete' }
export const isEnrolledInAutoPay: EndpointOf<Calls['isEnrolledInAutoPay']> = { method: 'GET', path: '/payment/autopay-status' }
export const enableAutoPay: EndpointOf<Calls['enableAutoPay']> = { method: 'POST', path: '/payment/autopay/enable' }
export const disableAutoPay: EndpointOf<Calls['disableAutoPay']> = { method: 'POST', path: '/payment/autopay/disable' }
export const getAutoPayPlan: EndpointOf<Calls['getAutoPayPlan']> = { method: 'GET', path: '/payment/autopay/plan' }
export const changeAutoPaySettings: EndpointOf<Calls['changeAutoPaySettings']> = { method: 'PUT', path: '/payment/autopay/settings' }
export const takeProviderEvent: EndpointOf<Calls['takeProviderEvent']> = { method: 'POST', path: '/payment/provider-events' }
