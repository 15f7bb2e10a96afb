// Written by `npm run endpoints` from platform.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['platform']

export const checkLive: EndpointOf<Calls['checkLive']> = { method: 'GET', path: '/health/live' }
export const checkReady: EndpointOf<Calls['checkReady']> = { method: 'GET', path: '/health/ready' }
export const getApiDocument: EndpointOf<Calls['getApiDocument']> = { method: 'GET', path: '/openapi.json' }
