import { isEmailAddress } from '../kernel/email.ts'

/**
 * Names the account of a rejected sign-in, for the page that shows the rejection. Scripts can read the cookie for a few
 * minutes. Other software may write anything into it, so its value is used only if it is an address.
 */
export const refusedAccountCookie = 'refused-account'

/**
 * The reasons: no user has the address, it is not verified, its user has another account, its user is a super admin and
 * the address is not the provider's, or the provider sent it in a form that the portal does not accept.
 */
const reasons = ['unknown', 'unverified', 'other-account', 'left-provider'] as const
const unusableParts = ['id', 'address', 'name'] as const

export type RefusedAccount =
  | { reason: (typeof reasons)[number]; email: string }
  | { reason: 'unusable'; part: (typeof unusableParts)[number] }

export function writeRefusedAccount(account: RefusedAccount): string {
  return `${account.reason} ${account.reason === 'unusable' ? account.part : account.email}`
}

export function readRefusedAccount(text: string | undefined): RefusedAccount | undefined {
  const [, word, rest = ''] = /^(\S+) (.+)$/.exec(text ?? '') ?? []
  const part = word === 'unusable' && unusableParts.find((one) => one === rest)
  if (part) return { reason: 'unusable', part }
  const reason = reasons.find((one) => one === word)
  return reason && isEmailAddress(rest) ? { reason, email: rest } : undefined
}
