import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { escapeHtml, page, pageHeaders } from '../page.ts'
import type { Accounts } from './accounts.ts'
import { createMemoryAdapter } from './memory-adapter.ts'
import { signingKey } from './signing-key.ts'

export type IdentitySettings = {
  /** 0 chooses a free port. */
  port: number
  portalOrigin: string
  /** Without a folder, every start creates a new signing key. */
  dataDir?: string | undefined
}

export const client = { id: 'portal', secret: 'sandbox-secret-not-for-production' }

export async function createProvider(settings: IdentitySettings, accounts: Accounts) {
  const { Provider, interactionPolicy } = await importQuietly()
  const policy = interactionPolicy.base()
  // The sandbox exists for switching between users, so it always asks for the account.
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('always_choose', 'Choose a demo user', ({ oidc }) => {
      return !oidc.result?.login
    }),
  )
  const provider = new Provider(`http://localhost:${settings.port}`, {
    ...configuration(settings, accounts),
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  })
  return provider
}

function configuration(settings: IdentitySettings, accounts: Accounts): Configuration {
  const { port, portalOrigin } = settings
  return {
    adapter: createMemoryAdapter(),
    // The provider refuses other values.
    discovery: { prompt_values_supported: ['none', 'login', 'consent'] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${portalOrigin}/api/auth/callback`, `${portalOrigin}/auth/callback`],
        post_logout_redirect_uris: [`${portalOrigin}/`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [signingKey(settings.dataDir)] },
    findAccount: (_ctx, sub) => {
      const account = accounts.find(sub)
      return account && { accountId: sub, claims: () => ({ ...account }) }
    },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    // Cookies do not depend on ports, so two sandboxes and the portal share the cookies of localhost.
    cookies: {
      keys: ['sandbox'],
      names: {
        session: `sandbox_identity_${port}_session`,
        interaction: `sandbox_identity_${port}_interaction`,
        resume: `sandbox_identity_${port}_resume`,
      },
    },
    ttl: {
      Session: 3600,
      Interaction: 3600,
      Grant: 3600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: signOut,
        postLogoutSuccessSource: (ctx) => show(ctx, 'Signed out', '<p>You are signed out.</p>'),
      },
    },
    loadExistingGrant: grantEverything,
    renderError: (ctx, { error, error_description }) =>
      show(ctx, 'Sign-in problem', `<p>${escapeHtml(`${error}: ${error_description ?? ''}`)}</p>`),
  }
}

/** Grants all claims without a consent page, because the portal is a trusted client. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client!.clientId,
    accountId: oidc.session!.accountId!,
  })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

/** Signs out without a question if the portal names the user by an ID token. */
async function signOut(ctx: KoaContextWithOIDC, form: string) {
  const { session, entities, params } = ctx.oidc
  const { post_logout_redirect_uri: returnTo, state } = params ?? {}
  const isTheirs = entities.IdTokenHint?.payload.sub === session?.accountId
  if (session && isTheirs && typeof returnTo === 'string') {
    await session.destroy()
    const url = new URL(returnTo)
    if (typeof state === 'string') url.searchParams.set('state', state)
    return ctx.redirect(url.href)
  }
  const button = '<button class="primary" form="op.logoutForm" name="logout" value="yes">'
  show(ctx, 'Sign out', `${form}<p>You are signed in to the sandbox.</p>${button}Sign out</button>`)
}

function show(ctx: KoaContextWithOIDC, title: string, body: string) {
  ctx.set(pageHeaders(ctx.oidc.client?.redirectUris?.map((uri) => new URL(uri).origin)[0]))
  ctx.body = page(title, body)
}

/** Suppresses the library's warning about the Node version; the tests run on that version. */
async function importQuietly() {
  const { warn } = console
  console.warn = () => {}
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
