// Written by `npm run endpoints` from equipment.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['equipment']

export const listEquipmentRequests: EndpointOf<Calls['listEquipmentRequests']> = { method: 'GET', path: '/ttnet/requests' }
export const getEquipmentRequest: EndpointOf<Calls['getEquipmentRequest']> = { method: 'GET', path: '/ttnet/request/:id' }
export const approveEquipmentRequest: EndpointOf<Calls['approveEquipmentRequest']> = { method: 'PUT', path: '/ttnet/approve' }
export const cancelEquipmentRequest: EndpointOf<Calls['cancelEquipmentRequest']> = { method: 'PUT', path: '/ttnet/cancel' }
