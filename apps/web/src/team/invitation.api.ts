import type { InviteCheck } from '@portal/domain/team/invites.schema'
import { call } from '../api/call.ts'

/** What the invitation behind a code says. The code is a key: it stays out of what is cached or written down. */
export function checkInvitation(code: string, signal: AbortSignal) {
  return call<InviteCheck>(`/invite/check/${encodeURIComponent(code)}`, {
    signal,
    keepsSession: true,
  })
}

export function acceptInvitation(code: string) {
  return call<unknown>('/invite/accept', {
    method: 'POST',
    query: { InviteCode: code },
    keepsSession: true,
  })
}
