// Written by `npm run endpoints` from integration.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['integration']

export const listEvents: EndpointOf<Calls['listEvents']> = { method: 'GET', path: '/integration/events' }
export const sendRecords: EndpointOf<Calls['sendRecords']> = { method: 'POST', path: '/integration/records' }
export const getRecordsReport: EndpointOf<Calls['getRecordsReport']> = { method: 'GET', path: '/integration/records/:id' }
