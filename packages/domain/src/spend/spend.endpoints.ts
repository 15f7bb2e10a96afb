// Written by `npm run documents` from spend.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['spend']

export const getSpend = 'GET /invoice/spend' as EndpointOf<Calls['getSpend']>
export const getForecast = 'GET /invoice/spend/forecast' as EndpointOf<Calls['getForecast']>
