// Written by `npm run documents` from home.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['home']

export const getHome = 'GET /home' as EndpointOf<Calls['getHome']>
