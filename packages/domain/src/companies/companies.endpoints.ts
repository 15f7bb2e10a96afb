// Written by `npm run documents` from companies.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['companies']

export const listCompanies = 'GET /company/all' as EndpointOf<Calls['listCompanies']>
