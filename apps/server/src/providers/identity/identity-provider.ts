/** The result of a sign-in. */
export interface Identity {
  issuer: string
  subject: string
  /** As stored by the provider, verified or not: for display only, never for finding a user. */
  email: string | null
  /** Null unless the provider has verified the address. */
  verifiedEmail: string | null
  /** Empty if the provider sends no name. */
  firstName: string
  lastName: string
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
  /** With `asksAccount`, the provider asks for the account even if a person is signed in there. */
  start(options: { asksAccount: boolean }): Promise<SignInStart>
  /** Verifies the provider's response at `callbackUrl`; throws if any part is invalid. */
  finish(callbackUrl: URL, expected: Omit<SignInStart, 'redirectUrl'>): Promise<Identity>
  /** Returns the address for signing out at the provider; undefined if the provider has none. */
  signOutUrl(idToken: string): Promise<string | undefined>
  /** Throws if the provider is unreachable. */
  ready(): Promise<void>
}
