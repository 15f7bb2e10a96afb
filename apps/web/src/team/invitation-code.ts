/** The code of the invitation link this page was opened with: in memory only, gone with the page. */
let code: string | undefined

export function keepInvitationCode(fromAddress: string) {
  code = fromAddress
}

export function invitationCode(): string | undefined {
  return code
}

export function forgetInvitationCode() {
  code = undefined
}
