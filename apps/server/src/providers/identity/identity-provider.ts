/** What a finished sign-in says about a person. `email` is null unless the provider has verified it. */
export interface Identity {
  issuer: string
  subject: string
  verifiedEmail: string | null
  idToken: string
}

export interface SignInStart {
  redirectUrl: string
  state: string
  nonce: string
  verifier: string
}

/** The sign-in provider as the portal needs it (OpenID Connect core 1.0, code flow with PKCE). */
export interface IdentityProvider {
  start(): Promise<SignInStart>
  /** Checks the provider's answer at `callbackUrl`; throws when anything about it is off. */
  finish(callbackUrl: URL, expected: Omit<SignInStart, 'redirectUrl'>): Promise<Identity>
  /** Where the browser signs out at the provider; nothing when the provider has no such page. */
  signOutUrl(idToken: string): Promise<string | undefined>
  /** Throws when the provider cannot be reached. */
  ready(): Promise<void>
}
