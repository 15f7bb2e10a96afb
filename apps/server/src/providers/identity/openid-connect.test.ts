import { createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../config.ts'
import { traced } from '../../platform/log/trace.ts'
import { openidConnect } from './openid-connect.ts'

// A provider whose tokens the test determines.
const clientId = 'portal'
const origin = 'http://localhost:3999'
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const strangeKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })

let issuer: string
let nonce: string
let idToken: string
let userinfo: object
/** The trace ids that were sent to the provider. */
let traces: (string | undefined)[] = []
const server = createServer((request, response) => {
  const answers: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/keys': {
      keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
    },
    '/userinfo': userinfo,
    '/token': { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken },
  }
  traces.push(String(request.headers['traceparent']).split('-')[1])
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answers[request.url ?? ''] ?? {}))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const refused = /unexpected|invalid|JWT|JWS|azp|timestamp|missing|claim/i
const seconds = () => Math.floor(Date.now() / 1000)

let claims: Record<string, unknown>
beforeEach(() => {
  claims = {
    iss: issuer,
    sub: 'ana',
    aud: clientId,
    iat: seconds(),
    exp: seconds() + 300,
    email: 'ana.kim@aldgate.example',
    email_verified: true,
  }
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(
  payload: object,
  key: KeyObject = keys.privateKey,
  header: object = { alg: 'RS256', kid: 'one' },
): string {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

function ourProvider(vouchedIssuer?: string) {
  const identity = {
    issuer,
    vouchedIssuer,
    clientId,
    clientSecret: 'secret',
    clientAuth: 'client_secret_post',
  }
  return openidConnect({ identity, origin, production: false } as Config)
}

/** Signs in with the token that `tokenOf` creates from claims with the right nonce. */
async function signInWith(tokenOf: (claims: object) => string, vouchedIssuer?: string) {
  const provider = ourProvider(vouchedIssuer)
  const started = await provider.start({ asksAccount: false })
  nonce = started.nonce
  idToken = tokenOf({ nonce, ...claims })
  const callback = new URL(`${origin}/api/auth/callback?code=abc&state=${started.state}`)
  return provider.finish(callback, started)
}

test('a token with the signature of the provider signs in', async () => {
  const ana = { issuer, subject: 'ana', verifiedEmail: 'ana.kim@aldgate.example' }
  expect(await signInWith(signed)).toMatchObject(ana)
})

test('an address that only userinfo verifies, for the same subject, signs in', async () => {
  Object.assign(claims, { email: undefined, email_verified: undefined })
  userinfo = { sub: 'ana', email: 'ana.kim@aldgate.example', email_verified: 'true' }
  expect((await signInWith(signed)).verifiedEmail).toBe('ana.kim@aldgate.example')
  userinfo = { ...userinfo, sub: 'super' }
  await expect(signInWith(signed)).rejects.toThrow(refused)
})

test('an operator vouches for one issuer, not for another one', async () => {
  Object.assign(claims, { email_verified: undefined })
  userinfo = { sub: 'ana' }
  expect((await signInWith(signed, issuer)).verifiedEmail).toBe('ana.kim@aldgate.example')
  expect((await signInWith(signed, 'http://127.0.0.1:1')).verifiedEmail).toBeNull()
})

test('each request of a sign-in belongs to the trace of its request', async () => {
  const log = { info() {}, warn() {}, error() {} }
  traces = []
  await traced(log, {}, () => signInWith(signed))
  expect(traces).toHaveLength(3)
  expect(new Set(traces).size).toBe(1)
  expect(traces[0]).toMatch(/^[\da-f]{32}$/)
})

test.each<[string, (all: object) => string]>([
  [
    'an edited payload and its old signature',
    (all) => {
      const [header, , signature] = signed(all).split('.')
      return `${header}.${part({ ...all, sub: 'super', email: 'super@meridian.example' })}.${signature}`
    },
  ],
  ['another key', (all) => signed(all, strangeKeys.privateKey)],
  [
    'a key the provider does not name',
    (all) => signed(all, strangeKeys.privateKey, { alg: 'RS256', kid: 'two' }),
  ],
  ['no signature', (all) => `${part({ alg: 'none' })}.${part(all)}.`],
  ['half a signature', (all) => signed(all).slice(0, -20)],
  [
    'the public key as a secret',
    (all) => {
      const text = `${part({ alg: 'HS256', kid: 'one' })}.${part(all)}`
      const secret = keys.publicKey.export({ format: 'pem', type: 'spki' })
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    },
  ],
])('a token with %s does not sign in', async (_what, tokenOf) => {
  await expect(signInWith(tokenOf)).rejects.toThrow(refused)
})

test.each<[string, () => Record<string, unknown>]>([
  ['another issuer', () => ({ iss: 'http://127.0.0.1:1' })],
  ['another audience', () => ({ aud: 'someone-else' })],
  ['several audiences and no azp', () => ({ aud: [clientId, 'someone-else'] })],
  ['a foreign azp', () => ({ azp: 'someone-else' })],
  ['a foreign azp and several audiences', () => ({ aud: [clientId, 'b'], azp: 'b' })],
  ['another nonce', () => ({ nonce: 'of an earlier sign-in' })],
  ['an expiry 90 seconds ago', () => ({ exp: seconds() - 90 })],
  ['a start in 90 seconds', () => ({ nbf: seconds() + 90 })],
  ['no subject', () => ({ sub: undefined })],
  ['an empty subject', () => ({ sub: ' ' })],
  ['a NUL in the subject', () => ({ sub: 'ana\0' })],
])('a token with %s does not sign in', async (_what, changes) => {
  Object.assign(claims, changes())
  await expect(signInWith(signed)).rejects.toThrow(refused)
})

test.each<[string, () => Record<string, unknown>]>([
  ['our azp', () => ({ azp: clientId })],
  ['an expiry 40 seconds ago, by a clock that is ahead', () => ({ exp: seconds() - 40 })],
  ['a start in 40 seconds', () => ({ nbf: seconds() + 40, iat: seconds() + 40 })],
])('a token with %s signs in', async (_what, changes) => {
  Object.assign(claims, changes())
  expect((await signInWith(signed)).subject).toBe('ana')
})

test('a provider whose metadata names another issuer is refused', async () => {
  const provider = ourProvider()
  const real = issuer
  issuer = 'http://127.0.0.1:1'
  try {
    await expect(provider.start({ asksAccount: false })).rejects.toThrow(/issuer|unexpected/i)
  } finally {
    issuer = real
  }
  await provider.start({ asksAccount: false })
})
