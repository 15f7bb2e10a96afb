// Written by `npm run documents` from session.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['session']

export const isAuthenticated = 'GET /is-authenticated' as EndpointOf<Calls['isAuthenticated']>
export const signIn = 'POST /signin' as EndpointOf<Calls['signIn']>
export const finishSignIn = 'GET /auth/callback' as EndpointOf<Calls['finishSignIn']>
export const signOut = 'POST /signout' as EndpointOf<Calls['signOut']>
export const getMyself = 'GET /user/myself' as EndpointOf<Calls['getMyself']>
export const listSessions = 'GET /user/sessions' as EndpointOf<Calls['listSessions']>
export const endSessions = 'DELETE /user/sessions' as EndpointOf<Calls['endSessions']>
