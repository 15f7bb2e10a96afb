// Written by `npm run endpoints` from team.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['team']

export const listUsers: EndpointOf<Calls['listUsers']> = { method: 'GET', path: '/admin/users' }
export const updateUser: EndpointOf<Calls['updateUser']> = { method: 'POST', path: '/admin/update-user' }
export const deactivateUser: EndpointOf<Calls['deactivateUser']> = { method: 'DELETE', path: '/admin/deactivate' }
export const listHistory: EndpointOf<Calls['listHistory']> = { method: 'GET', path: '/admin/history' }
export const getHistoryValues: EndpointOf<Calls['getHistoryValues']> = { method: 'GET', path: '/admin/history/values' }
export const downloadHistory: EndpointOf<Calls['downloadHistory']> = { method: 'GET', path: '/admin/history/csv' }
export const listMyAccessRequests: EndpointOf<Calls['listMyAccessRequests']> = { method: 'GET', path: '/user/access-requests' }
export const askForAccess: EndpointOf<Calls['askForAccess']> = { method: 'POST', path: '/user/access-requests' }
export const listAccessRequests: EndpointOf<Calls['listAccessRequests']> = { method: 'GET', path: '/admin/access-requests' }
export const decideAccessRequest: EndpointOf<Calls['decideAccessRequest']> = { method: 'POST', path: '/admin/access-requests/:id' }
export const listMyCategories: EndpointOf<Calls['listMyCategories']> = { method: 'GET', path: '/invoice/invoice-categories/user' }
export const listCategories: EndpointOf<Calls['listCategories']> = { method: 'GET', path: '/invoice/invoice-categories/all' }
export const listUserCategories: EndpointOf<Calls['listUserCategories']> = { method: 'POST', path: '/invoice/invoice-categories/allusers' }
export const toggleCategory: EndpointOf<Calls['toggleCategory']> = { method: 'POST', path: '/invoice/invoice-categories/toggle' }
export const listInvites: EndpointOf<Calls['listInvites']> = { method: 'GET', path: '/invite' }
export const sendInvite: EndpointOf<Calls['sendInvite']> = { method: 'POST', path: '/invite/invite' }
export const revokeInvite: EndpointOf<Calls['revokeInvite']> = { method: 'DELETE', path: '/invite/rescind/:inviteCode' }
export const checkInvite: EndpointOf<Calls['checkInvite']> = { method: 'GET', path: '/invite/check/:inviteCode' }
export const acceptInvite: EndpointOf<Calls['acceptInvite']> = { method: 'POST', path: '/invite/accept' }
