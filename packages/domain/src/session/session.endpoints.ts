// Written by `npm run endpoints` from session.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['session']

export const isAuthenticated: EndpointOf<Calls['isAuthenticated']> = { method: 'GET', path: '/is-authenticated' }
export const signIn: EndpointOf<Calls['signIn']> = { method: 'POST', path: '/signin' }
export const finishSignIn: EndpointOf<Calls['finishSignIn']> = { method: 'GET', path: '/auth/callback' }
export const signOut: EndpointOf<Calls['signOut']> = { method: 'POST', path: '/signout' }
export const getMyself: EndpointOf<Calls['getMyself']> = { method: 'GET', path: '/user/myself' }
