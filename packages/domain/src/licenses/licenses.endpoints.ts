// Written by `npm run documents` from licenses.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['licenses']

export const listOrders = 'GET /license' as EndpointOf<Calls['listOrders']>
export const getOrder = 'GET /license/:id' as EndpointOf<Calls['getOrder']>
export const listOrderLines = 'GET /license/lineitems/:id' as EndpointOf<Calls['listOrderLines']>
export const listProducts = 'GET /license/products' as EndpointOf<Calls['listProducts']>
export const listNetworks = 'GET /license/networks' as EndpointOf<Calls['listNetworks']>
export const listHeldLicenses = 'GET /license/held' as EndpointOf<Calls['listHeldLicenses']>
export const findHeldLicenses = 'POST /license/held' as EndpointOf<Calls['findHeldLicenses']>
export const downloadHeld = 'GET /license/csv' as EndpointOf<Calls['downloadHeld']>
export const listRecordDifferences = 'GET /license/differences' as EndpointOf<Calls['listRecordDifferences']>
export const getHeldCosts = 'GET /license/costs' as EndpointOf<Calls['getHeldCosts']>
export const getLicenseLife = 'GET /license/held/:licenseId' as EndpointOf<Calls['getLicenseLife']>
export const downloadConfirmation = 'GET /license/confirmation/:file' as EndpointOf<Calls['downloadConfirmation']>
export const getUnsentOrder = 'GET /license/unsent' as EndpointOf<Calls['getUnsentOrder']>
export const keepUnsentOrder = 'PUT /license/unsent' as EndpointOf<Calls['keepUnsentOrder']>
export const checkOrder = 'POST /license/check' as EndpointOf<Calls['checkOrder']>
export const createOrder = 'POST /license' as EndpointOf<Calls['createOrder']>
export const changeOrder = 'PUT /license/:id' as EndpointOf<Calls['changeOrder']>
export const withdrawItems = 'POST /license/:id/withdraw' as EndpointOf<Calls['withdrawItems']>
export const deleteDraft = 'DELETE /license/:id' as EndpointOf<Calls['deleteDraft']>
