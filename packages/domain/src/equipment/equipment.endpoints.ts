// Written by `npm run documents` from equipment.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['equipment']

export const listEquipmentRequests = 'GET /ttnet/requests' as EndpointOf<Calls['listEquipmentRequests']>
export const getEquipmentRequest = 'GET /ttnet/request/:id' as EndpointOf<Calls['getEquipmentRequest']>
export const approveEquipmentRequest = 'PUT /ttnet/approve' as EndpointOf<Calls['approveEquipmentRequest']>
export const cancelEquipmentRequest = 'PUT /ttnet/cancel' as EndpointOf<Calls['cancelEquipmentRequest']>
