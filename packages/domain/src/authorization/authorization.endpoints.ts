// Written by `npm run documents` from authorization.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['authorization']

export const getAuthorization = 'GET /invoice/details/:invoiceNumber/authorization' as EndpointOf<Calls['getAuthorization']>
