import { isEmailAddress } from '../kernel/email.ts'

/**
 * Names the account of a rejected sign-in, for the page that shows the rejection. Scripts can read it for a few minutes.
 * Other software may write anything into a cookie, so the value is used only if it is an address.
 */
export const refusedAccountCookie = 'refused-account'

export interface RefusedAccount {
  email: string
  /** Whether the sign-in provider has verified that the address belongs to the person. */
  isVerified: boolean
}

export function writeRefusedAccount({ email, isVerified }: RefusedAccount): string {
  return `${isVerified ? 'verified' : 'unverified'} ${email}`
}

export function readRefusedAccount(text: string | undefined): RefusedAccount | undefined {
  const [, kind, email = ''] = /^(verified|unverified) (.+)$/.exec(text ?? '') ?? []
  return isEmailAddress(email) ? { email, isVerified: kind === 'verified' } : undefined
}
