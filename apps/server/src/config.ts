import { parseCents } from '@portal/domain/kernel/money'
import type { PageConfig } from '@portal/domain/session/page-config'
import { isNetwork } from './platform/public-lookup.ts'

export interface Config {
  production: boolean
  host: string
  port: number
  /** Where browsers reach the portal, without a trailing slash. */
  origin: string
  databaseUrl: string
  trustProxy: string[]
  logLevel: string
  sessionSecret: string
  identity: {
    issuer: string
    clientId: string
    clientSecret: string
    clientAuth: 'client_secret_post' | 'client_secret_basic'
  }
  cards: {
    secretKey: string
    webhookSecrets: string[]
    /** Only the sandbox has one; unset means the real provider. */
    apiBase: string | undefined
  }
  smtpUrl: string
  mailFrom: string
  /** Who takes a paid amount off the balance: the portal itself, or only an import from the ERP. */
  posting: 'portal' | 'erp'
  booksContainPayments: BooksContainPayments
  paymentsPerMinute: number
  /** How many checkouts visitors may open in an hour: from one address, and all of them together. */
  checkoutsPerHour: { perAddress: number; inAll: number }
  /** Calls of one key of the provider's systems. */
  apiCallsPerMinute: number
  /** Largest body of records; they are kept in the database until they are imported. */
  recordsMaxBytes: number
  /** How long an invitation can be accepted. */
  inviteDays: number
  /** Labels of the selling companies' codes; a code without one is shown as it is. */
  subsidiaryLabels: Record<string, string>
  seller: { name: string; addressLines: string[]; email: string }
  /** Where the provider's systems take events; unset: they are only offered. */
  events?: EventsConfig
  /** How long events are offered. */
  eventsKeptDays: number
  /** How long a server that stops still takes requests, for the load balancer to notice. */
  drainSeconds: number
  /** Where figures are told to Prometheus; unset: nowhere. */
  metrics?: { host: string; port: number }
  page: PageConfig
}

export interface EventsConfig {
  url: string
  /** Every one signs: two while one is changed. */
  secrets: Buffer[]
  /** Networks that are not public and may be sent to all the same. */
  allowedNetworks: string[]
}

/** A setting is missing, malformed or belongs to the sandbox; `message` says which and why. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Env = Record<string, string | undefined>

/** `asNamed`: records say what a balance contains. `never`: no balance contains a portal payment. */
export type BooksContainPayments = 'asNamed' | 'never'

/** The setting, for the command line too; undefined when it makes no sense. */
export function booksContainPayments(env: Env): BooksContainPayments | undefined {
  const value = env['BOOKS_CONTAIN_PORTAL_PAYMENTS']?.trim() || 'asNamed'
  return value === 'asNamed' || value === 'never' ? value : undefined
}

/** Reads and checks every setting; refuses with the whole list of what is wrong. */
export function readConfig(env: Env, databaseSetting = 'DATABASE_URL'): Config {
  const problems: string[] = []
  const production = env.PORTAL_ENV === 'production'
  if (!['production', 'development'].includes(env.PORTAL_ENV ?? ''))
    problems.push('PORTAL_ENV must be "production" or "development"')

  function text(name: string, fallback?: string): string {
    const value = env[name]?.trim() ?? ''
    if (value) return value
    if (fallback === undefined) problems.push(`${name} is missing`)
    return fallback ?? ''
  }
  function matching(name: string, pattern: RegExp, wanted: string, fallback?: string): string {
    const value = text(name, fallback)
    if (value && !pattern.test(value)) problems.push(`${name} must be ${wanted}`)
    return value
  }
  function address(name: string, fallback?: string): string {
    const value = text(name, fallback)
    if (!value) return value
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) problems.push(`${name} must be an http(s) address`)
    else if (production && url.protocol !== 'https:') problems.push(`${name} must use https`)
    return value.replace(/\/$/, '')
  }

  const origin = address('PORTAL_ORIGIN')
  if (URL.canParse(origin) && new URL(origin).origin !== origin)
    problems.push('PORTAL_ORIGIN must be an origin without a path')
  const keyKind = production ? 'live' : 'test'
  const secretKey = matching(
    'STRIPE_SECRET_KEY',
    new RegExp(`^(sk|rk)_${keyKind}_`),
    `a ${keyKind} key (sk_${keyKind}_…) when PORTAL_ENV is ${env.PORTAL_ENV}`,
  )
  const publishableKey = matching(
    'STRIPE_PUBLISHABLE_KEY',
    new RegExp(`^pk_${keyKind}_`),
    `a ${keyKind} key (pk_${keyKind}_…) when PORTAL_ENV is ${env.PORTAL_ENV}`,
  )
  const clientSecret = text('OIDC_CLIENT_SECRET')
  if (production) {
    if (clientSecret.startsWith('sandbox-')) problems.push('OIDC_CLIENT_SECRET is the sandbox one')
    for (const name of ['STRIPE_API_BASE', 'STRIPE_JS_URL'])
      if (env[name]) problems.push(`${name} is for the sandbox and must be unset in production`)
  }
  function events(): EventsConfig | undefined {
    if (!env.EVENTS_URL) return undefined
    const url = address('EVENTS_URL')
    if (URL.canParse(url) && (new URL(url).username || new URL(url).hash))
      problems.push('EVENTS_URL must have neither a user nor a fragment')
    const secrets = text('EVENTS_SECRETS').split(',').filter(Boolean)
    const keys = secrets.map((secret) =>
      /^whsec_[A-Za-z0-9+/]+=*$/.test(secret)
        ? Buffer.from(secret.slice('whsec_'.length), 'base64')
        : Buffer.alloc(0),
    )
    if (keys.some((key) => key.length < 24 || key.length > 64))
      problems.push('EVENTS_SECRETS must be whsec_ and 24 to 64 bytes in base64, comma-separated')
    const allowedNetworks = text('EVENTS_ALLOWED_NETWORKS', '').split(',').filter(Boolean)
    if (!allowedNetworks.every(isNetwork))
      problems.push('EVENTS_ALLOWED_NETWORKS must be networks such as 10.1.0.0/16, comma-separated')
    return { url, secrets: keys, allowedNetworks }
  }
  const eventsConfig = events()
  const limit = parseCents(text('CARD_LIMIT', '50000'), 'USD')
  if (limit === undefined || limit <= 0) problems.push('CARD_LIMIT must be an amount in USD')

  const contain = booksContainPayments(env)
  if (!contain) problems.push('BOOKS_CONTAIN_PORTAL_PAYMENTS must be "asNamed" or "never"')
  if (contain === 'never' && text('PORTAL_POSTING', 'portal') === 'erp')
    problems.push(
      'BOOKS_CONTAIN_PORTAL_PAYMENTS=never and PORTAL_POSTING=erp exclude each other: no payment would ever be posted',
    )

  const config: Config = {
    production,
    host: text('HOST', production ? '0.0.0.0' : '127.0.0.1'),
    port: Number(matching('PORT', /^\d{1,5}$/, 'a port number', '3000')),
    origin,
    databaseUrl: matching(databaseSetting, /^postgres(ql)?:\/\//, 'a postgresql:// address'),
    trustProxy: text('TRUST_PROXY', '').split(',').filter(Boolean),
    logLevel: text('LOG_LEVEL', 'info'),
    sessionSecret: matching('SESSION_SECRET', /^.{32,}$/, 'at least 32 characters long'),
    identity: {
      issuer: address('OIDC_ISSUER'),
      clientId: text('OIDC_CLIENT_ID'),
      clientSecret,
      clientAuth:
        text('OIDC_CLIENT_AUTH', 'client_secret_post') === 'client_secret_basic'
          ? 'client_secret_basic'
          : 'client_secret_post',
    },
    cards: {
      secretKey,
      // Two while a secret is being rotated.
      webhookSecrets: text('STRIPE_WEBHOOK_SECRET').split(',').filter(Boolean),
      apiBase: env.STRIPE_API_BASE ? address('STRIPE_API_BASE') : undefined,
    },
    smtpUrl: matching('SMTP_URL', /^smtps?:\/\//, 'an smtp:// or smtps:// address'),
    mailFrom: text('MAIL_FROM', 'Licensing and Billing <billing@meridian.example>'),
    posting: matching(
      'PORTAL_POSTING',
      /^(portal|erp)$/,
      '"portal" or "erp"',
      'portal',
    ) as 'portal',
    booksContainPayments: contain ?? 'asNamed',
    paymentsPerMinute: Number(matching('PAYMENTS_PER_MINUTE', /^\d{1,6}$/, 'a whole number', '30')),
    apiCallsPerMinute: Number(
      matching('API_CALLS_PER_MINUTE', /^[1-9]\d{0,5}$/, 'a whole number', '600'),
    ),
    recordsMaxBytes:
      Number(matching('RECORDS_MAX_MB', /^[1-9]\d{0,6}$/, 'a number of megabytes', '4096')) * 1e6,
    checkoutsPerHour: {
      perAddress: Number(matching('CHECKOUTS_PER_ADDRESS', /^\d{1,6}$/, 'a whole number', '10')),
      inAll: Number(matching('CHECKOUTS_IN_ALL', /^\d{1,6}$/, 'a whole number', '300')),
    },
    inviteDays: Number(matching('INVITE_DAYS', /^[1-9]\d?$/, 'a number of days from 1 to 99', '7')),
    subsidiaryLabels: Object.fromEntries(
      text(
        'SUBSIDIARY_LABELS',
        'MTS-US=TT Platform|MTS-EU=TT Platform|MTS-DATA=Meridian Data Services',
      )
        .split('|')
        .map((pair) => pair.split('=') as [string, string]),
    ),
    seller: {
      name: text('SELLER_NAME', 'Meridian Trading Systems'),
      addressLines: text(
        'SELLER_ADDRESS',
        '200 Harbor Street|Chicago, IL 60606|United States',
      ).split('|'),
      email: text('SELLER_EMAIL', 'billing@meridian.example'),
    },
    ...(eventsConfig && { events: eventsConfig }),
    drainSeconds: Number(
      matching('DRAIN_SECONDS', /^(\d|1\d)(\.\d+)?$/, 'at most 19 seconds', production ? '5' : '0'),
    ),
    ...(env.METRICS_PORT && {
      metrics: {
        host: text('METRICS_HOST', '127.0.0.1'),
        port: Number(matching('METRICS_PORT', /^\d{1,5}$/, 'a port number')),
      },
    }),
    eventsKeptDays: Number(
      matching('EVENTS_KEPT_DAYS', /^[1-9]\d{0,3}$/, 'a number of days', '400'),
    ),
    page: {
      apiBase: '/api',
      mainBase: '',
      publishableKey,
      cardScriptUrl: address('STRIPE_JS_URL', 'https://js.stripe.com/endive/stripe.js'),
      cardLimitCents: limit ?? 0,
      accountUrl: address('ACCOUNT_URL', 'https://meridian.example/account'),
      legalUrl: address('LEGAL_URL', 'https://meridian.example/legal'),
      privacyUrl: address('PRIVACY_URL', 'https://meridian.example/privacy'),
      helpUrl: address('HELP_URL', 'https://meridian.example/help'),
      copyright: text('COPYRIGHT', '© 2026 Meridian Trading Systems'),
      providerDomain: text('PROVIDER_DOMAIN', 'meridian.example'),
    },
  }
  if (problems.length) throw new ConfigError(`The portal cannot start:\n- ${problems.join('\n- ')}`)
  return config
}
