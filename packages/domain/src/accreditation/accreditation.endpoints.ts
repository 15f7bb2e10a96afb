// Written by `npm run documents` from accreditation.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['accreditation']

export const getAccreditation = 'GET /accreditation/purchase' as EndpointOf<Calls['getAccreditation']>
export const startCheckout = 'POST /accreditation/create-checkout-session' as EndpointOf<Calls['startCheckout']>
export const getPurchaseStatus = 'GET /accreditation/purchase-status' as EndpointOf<Calls['getPurchaseStatus']>
