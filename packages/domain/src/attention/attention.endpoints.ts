// Written by `npm run documents` from attention.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['attention']

export const listAttention = 'GET /attention' as EndpointOf<Calls['listAttention']>
export const countAttention = 'GET /attention/count' as EndpointOf<Calls['countAttention']>
export const startCharging = 'POST /attention/charging' as EndpointOf<Calls['startCharging']>
export const resolveItem = 'POST /attention/:list/:action' as EndpointOf<Calls['resolveItem']>
