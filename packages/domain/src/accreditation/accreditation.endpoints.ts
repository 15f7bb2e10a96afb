// Written by `npm run endpoints` from accreditation.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['accreditation']

export const getAccreditation: EndpointOf<Calls['getAccreditation']> = { method: 'GET', path: '/accreditation/purchase' }
export const startCheckout: EndpointOf<Calls['startCheckout']> = { method: 'POST', path: '/accreditation/create-checkout-session' }
export const getPurchaseStatus: EndpointOf<Calls['getPurchaseStatus']> = { method: 'GET', path: '/accreditation/purchase-status' }
