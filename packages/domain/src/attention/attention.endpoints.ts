// Written by `npm run endpoints` from attention.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['attention']

export const listAttention: EndpointOf<Calls['listAttention']> = { method: 'GET', path: '/attention' }
export const countAttention: EndpointOf<Calls['countAttention']> = { method: 'GET', path: '/attention/count' }
export const startCharging: EndpointOf<Calls['startCharging']> = { method: 'POST', path: '/attention/charging' }
export const resolveItem: EndpointOf<Calls['resolveItem']> = { method: 'POST', path: '/attention/:list/:action' }
