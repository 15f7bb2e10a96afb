/** What is known of a sign-in: an account is a subject at an issuer, and belongs to at most one person. */
export interface SignInFacts {
  /** The person who has the account. */
  own: {
    userId: string
    isAddressSame: boolean
    /** A super admin whose new address is not one of the provider. */
    leavesProvider: boolean
  } | null
  /** The person who has the address that the provider has verified. */
  holder: {
    userId: string
    hasAccount: boolean
    /** `portal sign-in rebind --all`: an account of another issuer may replace it. */
    isReplaceable: boolean
    isSameIssuer: boolean
    /** A reset took this account from the person. */
    isFormer: boolean
  } | null
  isVerified: boolean
}

export type SignInDecision =
  /** The person with the account signs in. */
  | 'enter'
  /** The account becomes the one of the person with the address, who signs in. */
  | 'bind'
  /** The same, instead of the account of the replaced provider. */
  | 'replace'
  /** The person with the account signs in, and gets the new address. */
  | 'follow'
  /** The person with the account signs in. The address belongs to another person: a super admin decides. */
  | 'conflict'
  /** The super admin does not sign in: only people with an address of the provider can be one. */
  | 'leftProvider'
  /** No user has the address, or it is not verified. */
  | 'unknown'
  /** The user with the address has another account. */
  | 'otherAccount'

/** An account decides who a person is; an address only for a person who has no account, and only if it is verified. */
export function decideSignIn({ own, holder, isVerified }: SignInFacts): SignInDecision {
  if (own) {
    if (!isVerified || own.isAddressSame) return 'enter'
    if (own.leavesProvider) return 'leftProvider'
    return holder ? 'conflict' : 'follow'
  }
  if (!isVerified || !holder) return 'unknown'
  if (!holder.hasAccount) return holder.isFormer ? 'otherAccount' : 'bind'
  return holder.isReplaceable && !holder.isSameIssuer ? 'replace' : 'otherAccount'
}
