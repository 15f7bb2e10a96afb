import { describe, expect, test } from 'vitest'
import { exampleSettings } from '../../../tools/example-settings.ts'
import { readConfig } from './config.ts'

const development = exampleSettings('development')
const production = exampleSettings('production')
type Change = Record<string, string | undefined>

const inProduction = (change: Change) => () => readConfig({ ...production, ...change })
const inDevelopment = (change: Change) => () => readConfig({ ...development, ...change })

test('examples of the required settings are enough, in both environments', () => {
  expect(readConfig(development)).toMatchObject({ production: false, posting: 'portal' })
  expect(readConfig(production)).toMatchObject({ production: true, events: undefined })
})

test('defaults depend on the environment', () => {
  const common = { port: 3000, logLevel: 'info', trustProxy: [], metrics: undefined }
  expect(readConfig(production)).toMatchObject({ ...common, host: '0.0.0.0', drainSeconds: 5 })
  expect(readConfig(development)).toMatchObject({ ...common, host: '127.0.0.1', drainSeconds: 0 })
})

test('values are read into the types that use them', () => {
  const config = readConfig({
    ...development,
    CARD_LIMIT: '1234.56',
    RECORDS_MAX_MB: '2',
    TRUST_PROXY: ' 10.0.0.7, ,10.1.0.0/16,',
    SUBSIDIARY_LABELS: 'A=One | B = Two=2 |',
    SELLER_ADDRESS: ' 1 Main Street || Springfield ',
    PORTAL_ORIGIN: 'http://localhost:4000/',
    PORT: ' ',
  })
  expect(config).toMatchObject({
    recordsMaxBytes: 2_000_000,
    trustProxy: ['10.0.0.7', '10.1.0.0/16'],
    subsidiaryLabels: { A: 'One', B: 'Two=2' },
    seller: { addressLines: ['1 Main Street', 'Springfield'] },
    origin: 'http://localhost:4000',
    port: 3000,
  })
  expect(config.page.cardLimitCents).toBe(123_456)
})

test('the page receives no secret', () => {
  const text = JSON.stringify(readConfig(production).page)
  for (const name of ['STRIPE_SECRET_KEY', 'SESSION_SECRET', 'OIDC_CLIENT_SECRET', 'SMTP_URL'])
    expect(text).not.toContain(production[name])
})

test('each process reads the database of its role, and needs no other', () => {
  const { DATABASE_URL, SYSTEM_DATABASE_URL, MIGRATION_DATABASE_URL: _, ...rest } = development
  expect(readConfig({ ...rest, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  const system = { ...rest, SYSTEM_DATABASE_URL }
  expect(readConfig(system, 'worker').databaseUrl).toBe(SYSTEM_DATABASE_URL)
  expect(readConfig(system, 'command line').databaseUrl).toBe(SYSTEM_DATABASE_URL)
  expect(() => readConfig(system)).toThrow(/- DATABASE_URL is missing/)
})

test("the provider's identity has no default in production", () => {
  const names = [
    'SELLER_NAME',
    'SELLER_ADDRESS',
    'SELLER_EMAIL',
    'SUBSIDIARY_LABELS',
    'MAIL_FROM',
    'ACCOUNT_URL',
    'LEGAL_URL',
    'PRIVACY_URL',
    'HELP_URL',
    'COPYRIGHT',
    'PROVIDER_DOMAIN',
  ]
  const unset = Object.fromEntries(names.map((name) => [name, undefined]))
  for (const name of names) expect(inProduction(unset)).toThrow(`- ${name} is missing`)
})

describe('production refuses', () => {
  test.each([
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_x' }, /STRIPE_SECRET_KEY must be a live key/],
    ['a test page key', { STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }, /PUBLISHABLE_KEY must be a live/],
    ['the sandbox as card provider', { STRIPE_API_BASE: 'https://x.test' }, /for the sandbox and/],
    ['a script from elsewhere', { STRIPE_JS_URL: 'https://x.test/s.js' }, /STRIPE_JS_URL is for/],
    [
      "the sandbox's client secret",
      { OIDC_CLIENT_SECRET: 'sandbox-x' },
      /other than the sandbox's/,
    ],
    [
      'sign-in by http',
      { OIDC_ISSUER: 'http://id.example.com' },
      /OIDC_ISSUER must be a real https/,
    ],
    ['an http origin', { PORTAL_ORIGIN: 'http://x.example.com' }, /ORIGIN must be a real https/],
    ['an http link', { HELP_URL: 'http://x.example.com' }, /HELP_URL must be a real https/],
    ["the demo's link", { HELP_URL: 'https://meridian.example/help' }, /HELP_URL must be a real/],
    [
      "the demo's sender",
      { MAIL_FROM: 'B <billing@meridian.example>' },
      /MAIL_FROM must be a real/,
    ],
    [
      "the demo's domain",
      { PROVIDER_DOMAIN: 'meridian.example' },
      /PROVIDER_DOMAIN must be a real/,
    ],
    ['a short session secret', { SESSION_SECRET: 'short' }, /SESSION_SECRET must be at least 32/],
  ])('%s', (_case, setting, message) => {
    expect(inProduction(setting)).toThrow(message)
  })

  test('and development refuses live keys', () => {
    expect(inDevelopment({ STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow(/must be a test key/)
  })

  test('an environment that is not named', () => {
    expect(inProduction({ PORTAL_ENV: undefined })).toThrow(/PORTAL_ENV is missing/)
    expect(inProduction({ PORTAL_ENV: 'prod' })).toThrow(/PORTAL_ENV must be "production" or/)
  })
})

describe('impossible together', () => {
  const never = { BOOKS_CONTAIN_PORTAL_PAYMENTS: 'never' }
  test.each<[string, Change]>([
    ['PORTAL_POSTING=erp exclude each other', { ...never, PORTAL_POSTING: 'erp' }],
    ['STRIPE_JS_URL must be set together', { STRIPE_API_BASE: 'http://localhost:3002' }],
    ['STRIPE_JS_URL must be set together', { STRIPE_JS_URL: 'http://localhost:3002/s.js' }],
    ['PORT and METRICS_PORT must differ', { METRICS_PORT: '3000' }],
    [
      'DATABASE_URL and SYSTEM_DATABASE_URL must differ',
      { SYSTEM_DATABASE_URL: development.DATABASE_URL },
    ],
    [
      'SYSTEM_DATABASE_URL and MIGRATION_DATABASE_URL must differ',
      { MIGRATION_DATABASE_URL: development.SYSTEM_DATABASE_URL },
    ],
  ])('%s', (message, change) => {
    for (const process of ['web server', 'worker', 'command line'] as const)
      expect(() => readConfig({ ...development, ...change }, process)).toThrow(message)
  })

  test('each alone is possible', () => {
    expect(readConfig({ ...development, ...never }).booksContainPayments).toBe('never')
    expect(readConfig({ ...development, PORTAL_POSTING: 'erp' }).posting).toBe('erp')
    expect(readConfig({ ...development, METRICS_PORT: '9464' }).metrics).toEqual({
      port: 9464,
      host: '127.0.0.1',
    })
  })
})

describe('events', () => {
  const key = Buffer.alloc(24, 1)
  const secret = `whsec_${key.toString('base64')}`
  const events = {
    EVENTS_URL: 'https://erp.example.com/hook',
    EVENTS_SECRETS: `${secret}, ${secret}`,
  }

  test('are signed with every secret, if they are sent at all', () => {
    expect(readConfig(production).events).toBeUndefined()
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
    [{ EVENTS_URL: 'http://erp.example.com' }, /EVENTS_URL must be a real https/],
    [{ EVENTS_URL: 'https://me:pass@erp.example.com' }, /neither a user/],
    [{ EVENTS_ALLOWED_NETWORKS: '10.0.0.0' }, /EVENTS_ALLOWED_NETWORKS must be a list of networks/],
    [{ EVENTS_KEPT_DAYS: '0' }, /EVENTS_KEPT_DAYS/],
  ])('%j is refused', (wrong, why) => {
    expect(inProduction({ ...events, ...wrong })).toThrow(why)
  })
})
