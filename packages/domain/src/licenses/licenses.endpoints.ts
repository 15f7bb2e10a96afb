// Written by `npm run endpoints` from licenses.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['licenses']

export const listOrders: EndpointOf<Calls['listOrders']> = { method: 'GET', path: '/license' }
export const getOrder: EndpointOf<Calls['getOrder']> = { method: 'GET', path: '/license/:id' }
export const listOrderLines: EndpointOf<Calls['listOrderLines']> = { method: 'GET', path: '/license/lineitems/:id' }
export const listProducts: EndpointOf<Calls['listProducts']> = { method: 'GET', path: '/license/products' }
export const listNetworks: EndpointOf<Calls['listNetworks']> = { method: 'GET', path: '/license/networks' }
export const listHeldLicenses: EndpointOf<Calls['listHeldLicenses']> = { method: 'GET', path: '/license/held' }
export const downloadConfirmation: EndpointOf<Calls['downloadConfirmation']> = { method: 'GET', path: '/license/confirmation/:file' }
export const createOrder: EndpointOf<Calls['createOrder']> = { method: 'POST', path: '/license' }
export const changeOrder: EndpointOf<Calls['changeOrder']> = { method: 'PUT', path: '/license/:id' }
export const deleteDraft: EndpointOf<Calls['deleteDraft']> = { method: 'DELETE', path: '/license/:id' }
