/** The facts about a sign-in. An account is a subject at an issuer, and belongs to at most one person. */
export interface SignInFacts {
  /** The person to whom the account belongs. */
  own: {
    userId: string
    isAddressSame: boolean
    /** The person is a super admin whose new address is not one of the provider's. */
    leavesProvider: boolean
  } | null
  /** The person with the address that the provider has verified. */
  holder: {
    userId: string
    hasAccount: boolean
    /** After `portal sign-in rebind --all`, an account of another issuer may replace this person's account. */
    isReplaceable: boolean
    isSameIssuer: boolean
    /** A reset removed this account from the person. */
    isFormer: boolean
  } | null
  isVerified: boolean
}

export type SignInDecision =
  /** The person with the account signs in. */
  | 'enter'
  /** The account is assigned to the person with the address, who signs in. */
  | 'bind'
  /** The account replaces the person's account of the former provider, and the person signs in. */
  | 'replace'
  /** The person with the account signs in and gets the new address. */
  | 'follow'
  /** The person with the account signs in. The address belongs to another person, so a super admin must decide. */
  | 'conflict'
  /** The super admin does not sign in: only people with an address of the provider can be super admins. */
  | 'leftProvider'
  /** No user has the address, or it is not verified. */
  | 'unknown'
  /** The user with the address has another account. */
  | 'otherAccount'

/**
 * Decides who signs in. The account identifies a person. An address identifies only a person without an account, and only
 * if the address is verified.
 */
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
