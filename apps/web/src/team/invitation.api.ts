import * as endpoints from '@portal/domain/team/team.endpoints'
import { call } from '../api/call.ts'

/** What the invitation behind a code says. The code is a key: it stays out of what is cached or written down. */
export function checkInvitation(code: string, signal: AbortSignal) {
  return call(endpoints.checkInvite, { params: { inviteCode: code }, signal, keepsSession: true })
}

export function acceptInvitation(code: string) {
  return call(endpoints.acceptInvite, {
    query: { InviteCode: code },
    keepsSession: true,
  })
}
