// Written by `npm run documents` from platform.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['platform']

export const checkLive = 'GET /health/live' as EndpointOf<Calls['checkLive']>
export const checkReady = 'GET /health/ready' as EndpointOf<Calls['checkReady']>
export const getApiDocument = 'GET /openapi.json' as EndpointOf<Calls['getApiDocument']>
