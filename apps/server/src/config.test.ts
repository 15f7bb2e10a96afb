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
  const seller = ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL', 'SUBSIDIARY_LABELS', 'COPYRIGHT']
  const addresses = ['ACCOUNT_URL', 'LEGAL_URL', 'PRIVACY_URL', 'HELP_URL', 'PROVIDER_DOMAIN']
  const names = [...seller, ...addresses, 'MAIL_FROM']
  const unset = Object.fromEntries(names.map((name) => [name, undefined]))
  for (const name of names) expect(inProduction(unset)).toThrow(`- ${name} is missing`)
})

describe('production refuses', () => {
  test.each([
    ['STRIPE_SECRET_KEY', 'sk_test_x', 'must be a live key'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_x', 'must be a live'],
    ['STRIPE_API_BASE', 'https://x.test', 'is for the sandbox and'],
    ['STRIPE_JS_URL', 'https://x.test/s.js', 'is for'],
    ['OIDC_CLIENT_SECRET', 'sandbox-x', "must be a secret other than the sandbox's"],
    ['OIDC_ISSUER', 'http://id.example.com', 'must be a real https'],
    ['PORTAL_ORIGIN', 'http://x.example.com', 'must be a real https'],
    ['HELP_URL', 'http://x.example.com', 'must be a real https'],
    // The value of the demo.
    ['HELP_URL', 'https://meridian.example/help', 'must be a real'],
    ['MAIL_FROM', 'B <billing@meridian.example>', 'must be a real'],
    ['PROVIDER_DOMAIN', 'meridian.example', 'must be a real'],
    ['SESSION_SECRET', 'short', 'must be at least 32'],
  ])('%s=%s', (name, value, problem) => {
    expect(inProduction({ [name]: value })).toThrow(`${name} ${problem}`)
  })

  test('and development refuses live keys', () => {
    expect(inDevelopment({ STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow(/must be a test key/)
  })

  test('an environment that is not named', () => {
    expect(inProduction({ PORTAL_ENV: undefined })).toThrow(/PORTAL_ENV is missing/)
    expect(inProduction({ PORTAL_ENV: 'prod' })).toThrow(/PORTAL_ENV must be "production" or/)
  })
})

describe('excluded combinations', () => {
  const never = { BOOKS_CONTAIN_PORTAL_PAYMENTS: 'never' }
  const { DATABASE_URL, SYSTEM_DATABASE_URL } = development
  test.each<[string, Change]>([
    ['PORTAL_POSTING=erp exclude each other', { ...never, PORTAL_POSTING: 'erp' }],
    ['STRIPE_JS_URL must be set together', { STRIPE_API_BASE: 'http://localhost:3002' }],
    ['STRIPE_JS_URL must be set together', { STRIPE_JS_URL: 'http://localhost:3002/s.js' }],
    ['PORT and METRICS_PORT must differ', { METRICS_PORT: '3000' }],
    ['DATABASE_URL and SYSTEM_DATABASE_URL must differ', { SYSTEM_DATABASE_URL: DATABASE_URL }],
    [
      'SYSTEM_DATABASE_URL and MIGRATION_DATABASE_URL must differ',
      { MIGRATION_DATABASE_URL: SYSTEM_DATABASE_URL },
    ],
  ])('%s', (message, change) => {
    for (const process of ['web server', 'worker', 'command line'] as const)
      expect(() => readConfig({ ...development, ...change }, process)).toThrow(message)
  })

  test('each alone is possible', () => {
    expect(readConfig({ ...development, ...never }).booksContainPayments).toBe('never')
    expect(readConfig({ ...development, PORTAL_POSTING: 'erp' }).posting).toBe('erp')
    const metrics = { port: 9464, host: '127.0.0.1' }
    expect(readConfig({ ...development, METRICS_PORT: '9464' }).metrics).toEqual(metrics)
  })
})

describe('events', () => {
  const key = Buffer.alloc(24, 1)
  const secret = `whsec_${key.toString('base64')}`
  const url = 'https://erp.example.com/hook'
  const events = { EVENTS_URL: url, EVENTS_SECRETS: `${secret}, ${secret}` }

  test('are signed with every secret, if they are sent at all', () => {
    expect(readConfig(production).events).toBeUndefined()
    const read = { url, secrets: [key, key], allowedNetworks: [] }
    expect(readConfig({ ...production, ...events }).events).toEqual(read)
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
