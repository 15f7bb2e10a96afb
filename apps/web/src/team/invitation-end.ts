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

/** The message for an invitation that could not be checked or accepted. A missing sign-in is not such a failure. */
export function invitationEnd(error: unknown): InvitationEnd {
  const status = error instanceof CallFailed ? error.status : undefined
  // 400: the address was truncated or extended.
  if (status === 404 || status === 400) return invitationNotFound
  return status === 410 ? invitationExpired : systemError
}

/** The server's additional message: why an invitation is not valid, or how long to wait. */
export function reasonBeside(end: InvitationEnd, error: unknown): string | undefined {
  const hasReason = error instanceof CallFailed && [410, 429].includes(error.status)
  return hasReason && error.message !== end.text ? error.message : undefined
}

export function needsSignIn(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 401
}
