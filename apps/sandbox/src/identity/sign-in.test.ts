import type { Listening } from '@portal/card-sandbox/loopback'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browser, type Browser } from './cookie-jar.ts'
import { client } from './provider.ts'
import { startIdentity } from './start-identity.ts'

const portalOrigin = 'http://localhost:3999'
const callback = `${portalOrigin}/api/auth/callback`

let identity: Listening
let config: oidc.Configuration

beforeAll(async () => {
  identity = await startIdentity({ port: 0, portalOrigin })
  config = await oidc.discovery(new URL(identity.origin), client.id, client.secret, undefined, {
    execute: [oidc.allowInsecureRequests],
  })
})

afterAll(() => identity.close())

const verifier = oidc.randomPKCECodeVerifier()
const state = oidc.randomState()
const nonce = oidc.randomNonce()

async function authorizationUrl(changes: Record<string, string> = {}) {
  return oidc.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...changes,
  })
}

/** Goes to the page with the demo users and returns its address. */
async function reachChoice(visitor: Browser) {
  const answer = await visitor.follow(await authorizationUrl())
  expect(answer.url.pathname).toMatch(/^\/interaction\//)
  return answer
}

async function signIn(visitor: Browser, form: Record<string, string>) {
  const { url } = await reachChoice(visitor)
  const { url: back } = await visitor.follow(new URL(`${url.pathname}/login`, url), form)
  expect(back.href.startsWith(callback)).toBe(true)
  const tokens = await oidc.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
  })
  const claims = tokens.claims()!
  const info = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
  return { claims, info, idToken: tokens.id_token! }
}

test('the page offers the demo users by company, and a field for other addresses', async () => {
  const { body } = await reachChoice(browser())
  for (const text of ['Choose a demo user', 'Aldgate Capital LLP', 'maya.okafor@meridian.example'])
    expect(body).toContain(text)
  expect(body).toMatch(/<input type="text" name="email"/)
  expect(body).toContain('Continue</button>')
})

test('a chosen user signs in to the portal with name and verified address', async () => {
  const { claims, info } = await signIn(browser(), { email: 'luis.ortega@aldgate.example' })
  const luis = {
    email: 'luis.ortega@aldgate.example',
    email_verified: true,
    given_name: 'Luis',
    family_name: 'Ortega',
  }
  expect(claims).toMatchObject(luis)
  expect(info).toMatchObject({ ...luis, sub: claims.sub })
})

test('text that is no address is refused without a sign-in', async () => {
  const visitor = browser()
  const { url } = await reachChoice(visitor)
  const login = new URL(`${url.pathname}/login`, url)
  const answer = await visitor.follow(login, { email: '<b>nobody</b>' })
  expect(answer.status).toBe(400)
  expect(answer.body).toContain('is not an e-mail address')
  expect(answer.body).not.toContain('<b>nobody')
})

test('another user can sign in with the same browser', async () => {
  const visitor = browser()
  await signIn(visitor, { email: 'ana.kim@aldgate.example' })
  const { claims } = await signIn(visitor, { email: 'paula.reyes@aldgate.example' })
  expect(claims['given_name']).toBe('Paula')
})

test('a return address outside the portal is refused immediately', async () => {
  const url = await authorizationUrl({ redirect_uri: 'http://localhost:6666/steal' })
  const answer = await browser().follow(url)
  expect(answer.url.origin).toBe(identity.origin)
  expect(answer.status).toBe(400)
})

test('signing out returns to the portal without a question, and ends the session', async () => {
  const visitor = browser()
  const { idToken } = await signIn(visitor, { email: 'ana.kim@aldgate.example' })
  expect(visitor.cookieNames().some((name) => name.endsWith('_session'))).toBe(true)
  const url = oidc.buildEndSessionUrl(config, {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${portalOrigin}/`,
  })
  const answer = await visitor.follow(url)
  expect(answer.url.href).toBe(`${portalOrigin}/`)
  expect((await visitor.follow(url)).url.href).not.toBe(`${portalOrigin}/`)
})
