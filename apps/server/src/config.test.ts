import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const development = {
  PORTAL_ENV: 'development',
  PORTAL_ORIGIN: 'http://localhost:3000',
  DATABASE_URL: 'postgresql://portal_app@localhost/portal',
  SESSION_SECRET: 'x'.repeat(32),
  OIDC_ISSUER: 'http://localhost:3001',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'sandbox-secret-not-for-production',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_API_BASE: 'http://localhost:3002',
  SMTP_URL: 'smtp://localhost:3004',
}
const production = {
  ...development,
  PORTAL_ENV: 'production',
  PORTAL_ORIGIN: 'https://billing.example.com',
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_SECRET: 'a-real-secret',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_API_BASE: undefined,
}

test('development and production settings are read', () => {
  expect(readConfig(development)).toMatchObject({
    production: false,
    port: 3000,
    posting: 'portal',
  })
  expect(readConfig(production)).toMatchObject({ production: true, host: '0.0.0.0' })
  expect(readConfig({ ...development, CARD_LIMIT: '1234.56' }).page.cardLimitCents).toBe(123_456)
})

test('books that never contain a payment cannot be the ones that post it', () => {
  const never = { ...development, BOOKS_CONTAIN_PORTAL_PAYMENTS: 'never' }
  expect(readConfig(development).booksContainPayments).toBe('asNamed')
  expect(readConfig(never).booksContainPayments).toBe('never')
  expect(() => readConfig({ ...never, PORTAL_POSTING: 'erp' })).toThrow(/exclude each other/)
  expect(() => readConfig({ ...development, BOOKS_CONTAIN_PORTAL_PAYMENTS: 'no' })).toThrow(
    /BOOKS_CONTAIN_PORTAL_PAYMENTS must be/,
  )
})

test('everything that is wrong is said at once', () => {
  const wrong = { ...development, DATABASE_URL: undefined, PORT: 'x', SMTP_URL: 'http://x' }
  expect(() => readConfig(wrong)).toThrow(/DATABASE_URL is missing/)
  expect(() => readConfig(wrong)).toThrow(/PORT must be a port number/)
  expect(() => readConfig(wrong)).toThrow(/SMTP_URL must be/)
})

describe('production refuses', () => {
  test.each([
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_x' }, /STRIPE_SECRET_KEY must be a live key/],
    [
      'a test publishable key',
      { STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
      /PUBLISHABLE_KEY must be a live/,
    ],
    [
      'the sandbox as card provider',
      { STRIPE_API_BASE: 'https://x.example' },
      /STRIPE_API_BASE is for the sandbox/,
    ],
    [
      'a script from elsewhere',
      { STRIPE_JS_URL: 'https://x.example/s.js' },
      /STRIPE_JS_URL is for the sandbox/,
    ],
    [
      'the sandbox as sign-in provider',
      { OIDC_CLIENT_SECRET: development.OIDC_CLIENT_SECRET },
      /the sandbox one/,
    ],
    [
      'sign-in without https',
      { OIDC_ISSUER: 'http://id.example.com' },
      /OIDC_ISSUER must use https/,
    ],
    [
      'an origin without https',
      { PORTAL_ORIGIN: 'http://billing.example.com' },
      /PORTAL_ORIGIN must use https/,
    ],
    ['a short session secret', { SESSION_SECRET: 'short' }, /SESSION_SECRET must be at least 32/],
  ])('%s', (_case, setting, message) => {
    expect(() => readConfig({ ...production, ...setting })).toThrow(message)
  })

  test('and development refuses live keys', () => {
    expect(() => readConfig({ ...development, STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow(
      /must be a test key/,
    )
  })

  test('an environment that is not named', () => {
    expect(() => readConfig({ ...production, PORTAL_ENV: undefined })).toThrow(/PORTAL_ENV must be/)
  })
})

describe('events', () => {
  const key = Buffer.alloc(24, 1)
  const events = {
    EVENTS_URL: 'https://erp.example.com/hook',
    EVENTS_SECRETS: `whsec_${key.toString('base64')},whsec_${key.toString('base64')}`,
  }

  test('are sent nowhere unless told, and signed with every secret', () => {
    expect(readConfig(development).events).toBeUndefined()
    expect(readConfig({ ...production, ...events }).events).toEqual({
      url: events.EVENTS_URL,
      secrets: [key, key],
      allowedNetworks: [],
    })
  })

  test.each([
    [{ EVENTS_SECRETS: undefined }, /EVENTS_SECRETS is missing/],
    [{ EVENTS_SECRETS: 'whsec_c2hvcnQ=' }, /24 to 64 bytes/],
    [{ EVENTS_SECRETS: 'secret' }, /24 to 64 bytes/],
    [{ EVENTS_URL: 'http://erp.example.com' }, /EVENTS_URL must use https/],
    [{ EVENTS_URL: 'https://me:pass@erp.example.com' }, /neither a user/],
    [{ EVENTS_ALLOWED_NETWORKS: '10.0.0.0' }, /EVENTS_ALLOWED_NETWORKS must be networks/],
    [{ EVENTS_KEPT_DAYS: '0' }, /EVENTS_KEPT_DAYS/],
  ])('%j is refused', (wrong, why) => {
    expect(() => readConfig({ ...production, ...events, ...wrong })).toThrow(why)
  })
})
