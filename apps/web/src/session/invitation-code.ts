/**
 * The code of the invitation link this tab was opened with. It is a secret: it is removed from the address and kept
 * only in this tab, until the invitation is accepted or the user signs out. A reload needs it.
 */
const key = 'invitation'
const pattern = /^[A-Za-z0-9_-]{1,64}$/
let code = stored()

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the code of an address. An invalid code deletes the stored one. */
export function keepInvitationCode(fromAddress: string) {
  forgetInvitationCode()
  if (!pattern.test(fromAddress)) return
  code = fromAddress
  try {
    sessionStorage.setItem(key, fromAddress)
  } catch {
    // Storage may be disabled; the code then lasts until the page is closed.
  }
}

export function invitationCode(): string | undefined {
  return code
}

export function forgetInvitationCode() {
  code = undefined
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
