import * as oidc from 'openid-client'
import type { Config } from '../../config.ts'
import { calling } from '../../platform/log/trace.ts'
import type { Identity, IdentityProvider, SignInStart } from './identity-provider.ts'
import { readPerson, readText, hasVerification, UnusableClaim } from './read-person.ts'

/** The address to which the provider returns users after a sign-in. */
export const callbackPath = '/api/auth/callback'

/** The accepted difference between the provider's clock and ours. */
const clockToleranceSeconds = 60

/** Sends the W3C trace context with each request. */
const tracedFetch: oidc.CustomFetch = (url, options) =>
  calling('Sign-in provider', (trace) =>
    fetch(url, { ...options, headers: { ...options.headers, ...trace } } as RequestInit),
  )

/** Sign-in with any OpenID Connect provider; its addresses and keys are discovered. */
export function openidConnect({ identity, origin, production }: Config): IdentityProvider {
  const redirectUri = `${origin}${callbackPath}`
  let discovered: Promise<oidc.Configuration> | undefined

  /** Discovered on first use and then cached. Failures are not cached, so that the portal starts without the provider. */
  function provider(): Promise<oidc.Configuration> {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  function discover(): Promise<oidc.Configuration> {
    // With Basic, the secret would be percent-encoded, which some providers do not decode; post works everywhere.
    const auth =
      identity.clientAuth === 'client_secret_basic'
        ? oidc.ClientSecretBasic(identity.clientSecret)
        : oidc.ClientSecretPost(identity.clientSecret)
    const metadata = { [oidc.clockTolerance]: clockToleranceSeconds }
    return oidc.discovery(new URL(identity.issuer), identity.clientId, metadata, auth, {
      timeout: 10,
      [oidc.customFetch]: tracedFetch,

      // The ID token arrives over TLS from the provider itself. Its signature is verified anyway, because super admin
      // access depends on it.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(production ? [] : [oidc.allowInsecureRequests]),
      ],
    })
  }

  async function start({ asksAccount }: { asksAccount: boolean }): Promise<SignInStart> {
    const verifier = oidc.randomPKCECodeVerifier()
    const state = oidc.randomState()
    const nonce = oidc.randomNonce()
    const configuration = await provider()
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(asksAccount && { prompt: accountPrompt(configuration) }),
    })
    return { redirectUrl: url.href, state, nonce, verifier }
  }

  async function finish(
    callbackUrl: URL,
    expected: Omit<SignInStart, 'redirectUrl'>,
  ): Promise<Identity> {
    const tokens = await oidc.authorizationCodeGrant(await provider(), callbackUrl, {
      pkceCodeVerifier: expected.verifier,
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token')
    if (!readText('sub', claims)) throw new UnusableClaim('sub', 'is empty')
    // The library compares azp only if a token has several audiences.
    if (claims.azp !== undefined && claims.azp !== identity.clientId)
      throw new Error('the ID token was made for another client (azp)')
    const isVouchedFor = identity.vouchedIssuer === claims.iss
    return {
      issuer: claims.iss,
      subject: claims.sub,
      ...readPerson(claims, await userinfoOf(claims, tokens.access_token), isVouchedFor),
      idToken: tokens.id_token,
    }
  }

  async function userinfoOf(claims: oidc.IDToken, accessToken: string) {
    const configuration = await provider()
    const isNeeded = !hasVerification(claims) && configuration.serverMetadata().userinfo_endpoint
    return isNeeded ? oidc.fetchUserInfo(configuration, accessToken, claims.sub) : {}
  }

  async function signOutUrl(idToken: string): Promise<string | undefined> {
    const configuration = await provider()
    if (!configuration.serverMetadata().end_session_endpoint) return undefined
    return oidc.buildEndSessionUrl(configuration, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${origin}/`,
    }).href
  }

  return { start, finish, signOutUrl, ready: async () => void (await provider()) }
}

/** Returns the prompt that makes the provider ask for the account: some providers declare that they have no account selection. */
function accountPrompt(configuration: oidc.Configuration): 'select_account' | 'login' {
  const known = configuration.serverMetadata()['prompt_values_supported']
  return Array.isArray(known) && !known.includes('select_account') ? 'login' : 'select_account'
}
