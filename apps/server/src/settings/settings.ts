import * as address from './address-kinds.ts'
import { business, limits, money } from './business-settings.ts'
import * as kind from './kinds.ts'
import * as list from './list-kinds.ts'
import {
  defaultsTo,
  givenText,
  ifSet,
  listSettings,
  optional,
  required,
  type Env,
  type Process,
  type Table,
} from './setting.ts'

const web: { readBy: Process[] } = { readBy: ['web server'] }
const worker: { readBy: Process[] } = { readBy: ['worker', 'command line'] }
const commandLine: { readBy: Process[] } = { readBy: ['command line'] }
const secret = { secret: true }

const server = {
  production: required(
    'PORTAL_ENV',
    kind.environment,
    'Production refuses the sandbox, test keys and plain http.',
  ),
  origin: required('PORTAL_ORIGIN', address.origin, 'Address of the portal for browsers.'),
  host: defaultsTo(
    { production: '0.0.0.0', development: '127.0.0.1' },
    'HOST',
    kind.host,
    'Address that the web server listens on.',
    web,
  ),
  port: defaultsTo('3000', 'PORT', kind.port, 'Port of the web server.', web),
  webFolder: optional(
    'WEB_FOLDER',
    kind.pageFolder,
    'Set it if this server also serves the page. Relative paths start at the working directory.',
    web,
  ),
  trustProxy: defaultsTo(
    '',
    'TRUST_PROXY',
    list.proxies,
    'Proxies in front of the web server. Only these may report the address of the client.',
    web,
  ),
  drainSeconds: defaultsTo(
    { production: '5', development: '0' },
    'DRAIN_SECONDS',
    kind.drainSeconds,
    'How long a stopping server still accepts requests after it reports that it is not ready.',
    web,
  ),
  logLevel: defaultsTo(
    'info',
    'LOG_LEVEL',
    kind.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'The least severe messages that are logged.',
  ),
}

/** Each process reads the address of its own role. */
export const databases = {
  app: required(
    'DATABASE_URL',
    address.postgresAddress,
    'The database, as a role with the rights of portal_app.',
    {
      ...secret,
      ...web,
      example: 'postgresql://portal_app:password@database.example.com/portal?sslmode=verify-full',
    },
  ),
  system: required(
    'SYSTEM_DATABASE_URL',
    address.postgresAddress,
    'The database, as a role with the rights of portal_system.',
    {
      ...secret,
      ...worker,
      example:
        'postgresql://portal_system:password@database.example.com/portal?sslmode=verify-full',
    },
  ),
  owner: required(
    'MIGRATION_DATABASE_URL',
    address.postgresAddress,
    'The database, as portal_owner, for migrations.',
    {
      ...secret,
      ...commandLine,
      example: 'postgresql://portal_owner:password@database.example.com/portal?sslmode=verify-full',
    },
  ),
}

const signIn = {
  sessionSecrets: required(
    'SESSION_SECRET',
    list.longSecrets,
    'Signs XSRF tokens; must be the same on every server. Of several, the first one signs, and all are accepted.',
    secret,
  ),
  identity: {
    issuer: required(
      'OIDC_ISSUER',
      address.issuer,
      'Issuer of the sign-in provider. The callback is {PORTAL_ORIGIN}/api/auth/callback.',
    ),
    vouchedIssuer: optional(
      'OIDC_EMAIL_IS_VERIFIED',
      address.issuer,
      'The OIDC_ISSUER again, if it does not report whether addresses are verified and you vouch that all are: otherwise its users cannot sign in.',
    ),
    pageOrigin: optional(
      'OIDC_PAGE_ORIGIN',
      address.origin,
      'Origin of the sign-in pages, if it differs from that of OIDC_ISSUER.',
      { example: 'https://login.example.com' },
    ),
    clientId: required(
      'OIDC_CLIENT_ID',
      kind.line,
      'Client id of the portal at the sign-in provider.',
      {
        example: 'portal',
      },
    ),
    clientSecret: required(
      'OIDC_CLIENT_SECRET',
      kind.clientSecret,
      'Client secret of the portal at the sign-in provider.',
      secret,
    ),
    clientAuth: defaultsTo(
      'client_secret_post',
      'OIDC_CLIENT_AUTH',
      kind.oneOf('client_secret_post', 'client_secret_basic'),
      'How the portal sends the client secret.',
    ),
  },
}

const cardProvider = {
  cards: {
    secretKey: required(
      'STRIPE_SECRET_KEY',
      kind.providerKey('sk', 'rk'),
      'Secret key of the card provider, for the servers.',
      secret,
    ),
    publishableKey: required(
      'STRIPE_PUBLISHABLE_KEY',
      kind.providerKey('pk'),
      'Publishable key of the card provider, for the page.',
    ),
    webhookSecrets: required(
      'STRIPE_WEBHOOK_SECRET',
      list.webhookSecrets,
      'Secret of the webhook {PORTAL_ORIGIN}/api/payment/provider-events; two during a rotation.',
      secret,
    ),
    apiBase: optional(
      'STRIPE_API_BASE',
      address.webAddress,
      "Address of the sandbox's API, in development.",
      { sandboxOnly: true, example: 'http://localhost:3002' },
    ),
    scriptUrl: defaultsTo(
      'https://js.stripe.com/endive/stripe.js',
      'STRIPE_JS_URL',
      address.webAddress,
      "Address of the sandbox's script, in development.",
      { sandboxOnly: true, example: 'http://localhost:3002/endive/stripe.js' },
    ),
  },
}

const mail = {
  smtpUrl: required('SMTP_URL', address.smtpAddress, 'Server for outgoing mail.', secret),
  mailFrom: required('MAIL_FROM', address.sender, 'Sender of emails.'),
  securityEmail: optional(
    'SECURITY_EMAIL',
    address.email,
    'Address that also gets the emails about bank details and super admins.',
    { readBy: ['worker'] },
  ),
  questionsEmail: optional(
    'QUESTIONS_EMAIL',
    address.email,
    "Address that gets the customers' questions about lines of invoices. Unset: only events report them.",
    { readBy: ['worker'] },
  ),
  dueMailDays: defaultsTo(
    '-3,1,15',
    'DUE_MAIL_DAYS',
    list.daysFromDueDate,
    'Days from its due date on which mails say that an invoice is due, at 09:00 in BUSINESS_TIME_ZONE.',
    worker,
  ),
}

const eventsOut = {
  events: ifSet('EVENTS_URL', {
    url: required(
      'EVENTS_URL',
      address.receiverAddress,
      "Address that events for the provider's systems are sent to. Unset: these systems fetch them.",
    ),
    secrets: required(
      'EVENTS_SECRETS',
      list.signingKeys,
      'Secrets that sign each sent event; two during a rotation.',
      secret,
    ),
    allowedNetworks: defaultsTo(
      '',
      'EVENTS_ALLOWED_NETWORKS',
      list.networks,
      'Private networks that events may be sent to.',
    ),
  }),
  eventVersions: defaultsTo(
    '',
    'EVENTS_VERSIONS',
    list.eventVersions,
    'Versions of event payloads that are sent besides the newest one of their type (docs/integration.md).',
    worker,
  ),
  eventsKeptDays: defaultsTo(
    '400',
    'EVENTS_KEPT_DAYS',
    kind.wholeNumber(1, 9999, 'a number of days'),
    'How long events can be fetched.',
    worker,
  ),
}

const watch = {
  metrics: ifSet('METRICS_PORT', {
    port: required(
      'METRICS_PORT',
      kind.port,
      'Port of each server and worker for Prometheus metrics. Unset: none. It must not be public.',
      { example: '9464' },
    ),
    host: defaultsTo(
      '127.0.0.1',
      'METRICS_HOST',
      kind.host,
      'Address that METRICS_PORT listens on.',
    ),
  }),
  tracesTo: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    address.collectorAddress,
    'Collector of OpenTelemetry that each server and worker sends its traces to, over HTTP. Unset: none.',
  ),
}

/** Used only by `npm start`, and by commands on its portal. */
export const development = {
  dataDir: optional(
    'PORTAL_DATA_DIR',
    kind.folder,
    'Where npm start keeps its data. Default: .portal in the project.',
    commandLine,
  ),
}

/** The settings of every process, except its database address. */
export const settings = {
  ...server,
  ...signIn,
  ...cardProvider,
  ...mail,
  ...business,
  ...money,
  ...limits,
  ...eventsOut,
  ...watch,
}

/** Returns the secrets that a process shares with others, by the names of their settings. */
export const sharedSecrets = (env: Env): Record<string, string> =>
  Object.fromEntries(
    listSettings(settings).flatMap(({ name, secret }) => {
      const text = secret && givenText(env, name)
      return text ? [[name, text]] : []
    }),
  )

/** The sections of the settings document. */
export const sections: Record<string, Table> = {
  'The portal': server,
  Database: databases,
  'Sign-in': signIn,
  'Card provider': cardProvider,
  Mail: mail,
  'The provider': business,
  Money: money,
  Limits: limits,
  Events: eventsOut,
  'Metrics and traces': watch,
  Development: development,
}
