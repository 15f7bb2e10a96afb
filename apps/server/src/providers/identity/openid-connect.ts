import * as oidc from 'openid-client'
import type { Config } from '../../config.ts'
import type { Identity, IdentityProvider, SignInStart } from './identity-provider.ts'

/** Sign-in by any OpenID Connect provider; its addresses and keys come from discovery. */
export function openidConnect({ identity, origin, production }: Config): IdentityProvider {
  const redirectUri = `${origin}/api/auth/callback`
  let discovered: Promise<oidc.Configuration> | undefined

  /** Discovered on first use and kept; a failed try is not, so that the portal starts without the provider. */
  function provider(): Promise<oidc.Configuration> {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  function discover(): Promise<oidc.Configuration> {
    // Basic percent-encodes the secret, which some providers do not undo; post works everywhere.
    const auth =
      identity.clientAuth === 'client_secret_basic'
        ? oidc.ClientSecretBasic(identity.clientSecret)
        : oidc.ClientSecretPost(identity.clientSecret)
    return oidc.discovery(new URL(identity.issuer), identity.clientId, undefined, auth, {
      timeout: 10,
      execute: production ? [] : [oidc.allowInsecureRequests],
    })
  }

  async function start(): Promise<SignInStart> {
    const verifier = oidc.randomPKCECodeVerifier()
    const state = oidc.randomState()
    const nonce = oidc.randomNonce()
    const url = oidc.buildAuthorizationUrl(await provider(), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
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
    const person = claims.email
      ? claims
      : await oidc.fetchUserInfo(await provider(), tokens.access_token, claims.sub)
    const email = typeof person.email === 'string' ? person.email : null
    return {
      issuer: claims.iss,
      subject: claims.sub,
      verifiedEmail: person.email_verified === true ? email : null,
      idToken: tokens.id_token,
    }
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
