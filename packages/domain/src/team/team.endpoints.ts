// Written by `npm run documents` from team.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['team']

export const listUsers = 'GET /admin/users' as EndpointOf<Calls['listUsers']>
export const updateUser = 'POST /admin/update-user' as EndpointOf<Calls['updateUser']>
export const deactivateUser = 'DELETE /admin/deactivate' as EndpointOf<Calls['deactivateUser']>
export const listMemberSessions = 'GET /admin/sessions' as EndpointOf<Calls['listMemberSessions']>
export const endMemberSessions = 'DELETE /admin/sessions' as EndpointOf<Calls['endMemberSessions']>
export const resetSignIn = 'POST /admin/reset-sign-in' as EndpointOf<Calls['resetSignIn']>
export const listHistory = 'GET /admin/history' as EndpointOf<Calls['listHistory']>
export const getHistoryValues = 'GET /admin/history/values' as EndpointOf<Calls['getHistoryValues']>
export const downloadHistory = 'GET /admin/history/csv' as EndpointOf<Calls['downloadHistory']>
export const listMyAccessRequests = 'GET /user/access-requests' as EndpointOf<Calls['listMyAccessRequests']>
export const askForAccess = 'POST /user/access-requests' as EndpointOf<Calls['askForAccess']>
export const listAccessRequests = 'GET /admin/access-requests' as EndpointOf<Calls['listAccessRequests']>
export const decideAccessRequest = 'POST /admin/access-requests/:id' as EndpointOf<Calls['decideAccessRequest']>
export const listMyCategories = 'GET /invoice/invoice-categories/user' as EndpointOf<Calls['listMyCategories']>
export const listCategories = 'GET /invoice/invoice-categories/all' as EndpointOf<Calls['listCategories']>
export const listUserCategories = 'POST /invoice/invoice-categories/allusers' as EndpointOf<Calls['listUserCategories']>
export const toggleCategory = 'POST /invoice/invoice-categories/toggle' as EndpointOf<Calls['toggleCategory']>
export const listInvites = 'GET /invite' as EndpointOf<Calls['listInvites']>
export const getInviteRoom = 'GET /invite/room' as EndpointOf<Calls['getInviteRoom']>
export const sendInvite = 'POST /invite/invite' as EndpointOf<Calls['sendInvite']>
export const sendInvites = 'POST /invite/invites' as EndpointOf<Calls['sendInvites']>
export const revokeInvite = 'DELETE /invite/rescind/:inviteCode' as EndpointOf<Calls['revokeInvite']>
export const checkInvite = 'GET /invite/check/:inviteCode' as EndpointOf<Calls['checkInvite']>
export const acceptInvite = 'POST /invite/accept' as EndpointOf<Calls['acceptInvite']>
