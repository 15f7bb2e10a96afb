import { CallFailed } from '../api/call-failed.ts'

export interface InvitationEnd {
  section: 'Invitation Not Found' | 'Invitation Expired' | 'System Error'
  text: string
}

export const invitationNotFound: InvitationEnd = {
  section: 'Invitation Not Found',
  text: 'Invitation Not Found: We are unable to verify your invitation. Please request a new one.',
}
const invitationExpired: InvitationEnd = {
  section: 'Invitation Expired',
  text: 'Invitation Expired: Please contact your company admin to send another invitation.',
}
const systemError: InvitationEnd = {
  section: 'System Error',
  text: "System Error: We're experiencing technical issues. Please try again later or contact support.",
}

/** How an invitation ends that cannot be checked or accepted. A missing sign-in is no end of it. */
export function invitationEnd(error: unknown): InvitationEnd {
  const status = error instanceof CallFailed ? error.status : undefined
  if (status === 404) return invitationNotFound
  return status === 410 ? invitationExpired : systemError
}

export function needsSignIn(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 401
}
