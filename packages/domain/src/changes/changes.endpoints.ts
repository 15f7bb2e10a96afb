// Written by `npm run documents` from changes.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['changes']

export const getChanges = 'GET /invoice/details/:invoiceNumber/changes' as EndpointOf<Calls['getChanges']>
export const compareInvoices = 'POST /invoice/selected-invoices/differences' as EndpointOf<Calls['compareInvoices']>
