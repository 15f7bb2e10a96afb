// Written by `npm run documents` from integration.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['integration']

export const listEvents = 'GET /integration/events' as EndpointOf<Calls['listEvents']>
export const sendRecords = 'POST /integration/records' as EndpointOf<Calls['sendRecords']>
export const getRecordsReport = 'GET /integration/records/:id' as EndpointOf<Calls['getRecordsReport']>
