import * as address from './address-kinds.ts'
import * as kind from './kinds.ts'
import * as list from './list-kinds.ts'
import { defaultsTo, ifSet, optional, required, type Process, type Table } from './setting.ts'

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
  origin: required('PORTAL_ORIGIN', address.origin, 'Where browsers reach the portal.'),
  host: defaultsTo(
    { production: '0.0.0.0', development: '127.0.0.1' },
    'HOST',
    kind.host,
    'Where the web server listens.',
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
    'Proxies in front of the web server. Only these may say which address a request came from.',
    web,
  ),
  drainSeconds: defaultsTo(
    { production: '5', development: '0' },
    'DRAIN_SECONDS',
    kind.drainSeconds,
    'How long a stopping server takes requests after it reports that it is not ready.',
    web,
  ),
  logLevel: defaultsTo(
    'info',
    'LOG_LEVEL',
    kind.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'The least severe messages that are logged.',
  ),
}

/** Each process reads the one of its role. */
export const databases = {
  app: required(
    'DATABASE_URL',
    address.postgresAddress,
    'The database, as a role with the rights of portal_app.',
    { ...secret, ...web, example: 'postgresql://portal_app:password@database.example.com/portal' },
  ),
  system: required(
    'SYSTEM_DATABASE_URL',
    address.postgresAddress,
    'The database, as a role with the rights of portal_system.',
    {
      ...secret,
      ...worker,
      example: 'postgresql://portal_system:password@database.example.com/portal',
    },
  ),
  owner: required(
    'MIGRATION_DATABASE_URL',
    address.postgresAddress,
    'The database, as portal_owner, for migrations.',
    {
      ...secret,
      ...commandLine,
      example: 'postgresql://portal_owner:password@database.example.com/portal',
    },
  ),
}

const signIn = {
  sessionSecret: required(
    'SESSION_SECRET',
    kind.longSecret,
    'Signs tokens of pages. The same on every server.',
    secret,
  ),
  identity: {
    issuer: required(
      'OIDC_ISSUER',
      address.issuer,
      'Sign-in provider, as it names itself. Its callback is {PORTAL_ORIGIN}/api/auth/callback.',
    ),
    clientId: required('OIDC_CLIENT_ID', kind.line, 'Name of the portal there.', {
      example: 'portal',
    }),
    clientSecret: required(
      'OIDC_CLIENT_SECRET',
      kind.clientSecret,
      'Secret of the portal there.',
      secret,
    ),
    clientAuth: defaultsTo(
      'client_secret_post',
      'OIDC_CLIENT_AUTH',
      kind.oneOf('client_secret_post', 'client_secret_basic'),
      'How the portal sends that secret.',
    ),
  },
}

const cardProvider = {
  cards: {
    secretKey: required(
      'STRIPE_SECRET_KEY',
      kind.providerKey('sk', 'rk'),
      'Key of the card provider for the servers.',
      secret,
    ),
    publishableKey: required(
      'STRIPE_PUBLISHABLE_KEY',
      kind.providerKey('pk'),
      'Key of the card provider for the page.',
    ),
    webhookSecrets: required(
      'STRIPE_WEBHOOK_SECRET',
      list.webhookSecrets,
      'Signs events, which go to {PORTAL_ORIGIN}/api/payment/provider-events. Two while one is changed.',
      secret,
    ),
    apiBase: optional(
      'STRIPE_API_BASE',
      address.webAddress,
      "The sandbox's calls, in development.",
      { sandboxOnly: true, example: 'http://localhost:3002' },
    ),
    scriptUrl: defaultsTo(
      'https://js.stripe.com/endive/stripe.js',
      'STRIPE_JS_URL',
      address.webAddress,
      "The sandbox's script, in development.",
      { sandboxOnly: true, example: 'http://localhost:3002/endive/stripe.js' },
    ),
  },
}

const mail = {
  smtpUrl: required('SMTP_URL', address.smtpAddress, 'Server for outgoing mail.', secret),
  mailFrom: required('MAIL_FROM', address.sender, 'Sender of mail.'),
}

const business = {
  seller: {
    name: required('SELLER_NAME', kind.line, 'The company that sells, on documents and in mail.', {
      example: 'Example Software Inc.',
    }),
    addressLines: required('SELLER_ADDRESS', list.lines, 'Its address, on documents.'),
    email: required('SELLER_EMAIL', address.email, 'Its e-mail address, on documents.'),
  },
  subsidiaryLabels: required(
    'SUBSIDIARY_LABELS',
    list.labels,
    'Labels of the selling companies in the books. A code without one is shown as it is.',
  ),
  links: {
    accountUrl: required('ACCOUNT_URL', address.webAddress, 'Link of the page: the account.', {
      example: 'https://www.example.com/account',
    }),
    legalUrl: required('LEGAL_URL', address.webAddress, 'Link of the page: legal information.', {
      example: 'https://www.example.com/legal',
    }),
    privacyUrl: required('PRIVACY_URL', address.webAddress, 'Link of the page: privacy.', {
      example: 'https://www.example.com/privacy',
    }),
    helpUrl: required('HELP_URL', address.webAddress, 'Link of the page: help.', {
      example: 'https://www.example.com/help',
    }),
    copyright: required('COPYRIGHT', kind.line, "The page's last line.", {
      example: '© 2026 Example Software Inc.',
    }),
    providerDomain: required(
      'PROVIDER_DOMAIN',
      address.domain,
      "Domain of the e-mail addresses of the provider's own people.",
    ),
  },
}

const money = {
  posting: defaultsTo(
    'portal',
    'PORTAL_POSTING',
    kind.oneOf('portal', 'erp'),
    'What takes a payment off the balance: the portal after a minute, or a record that contains it.',
  ),
  booksContainPayments: defaultsTo(
    'asNamed',
    'BOOKS_CONTAIN_PORTAL_PAYMENTS',
    kind.oneOf('asNamed', 'never'),
    'Whether balances of the books contain payments of the portal: as records say, or never (docs/integration.md).',
  ),
  cardLimitCents: defaultsTo(
    '50000',
    'CARD_LIMIT',
    kind.usdAmount,
    'Largest balance that can be paid by card.',
  ),
}

const limits = {
  paymentsPerMinute: defaultsTo(
    '30',
    'PAYMENTS_PER_MINUTE',
    kind.wholeNumber(1, 999_999),
    'Payments one person can start in a minute.',
    web,
  ),
  checkoutsPerHour: {
    perAddress: defaultsTo(
      '10',
      'CHECKOUTS_PER_ADDRESS',
      kind.wholeNumber(0, 999_999),
      'Checkouts visitors can open in an hour from one address.',
      web,
    ),
    inAll: defaultsTo(
      '300',
      'CHECKOUTS_IN_ALL',
      kind.wholeNumber(0, 999_999),
      'Checkouts all visitors together can open in an hour.',
      web,
    ),
  },
  apiCallsPerMinute: defaultsTo(
    '600',
    'API_CALLS_PER_MINUTE',
    kind.wholeNumber(1, 999_999),
    "Calls one key of the provider's systems can make in a minute.",
    web,
  ),
  recordsMaxBytes: defaultsTo(
    '4096',
    'RECORDS_MAX_MB',
    kind.megabytes,
    'Largest body of records. Records wait in the database until they are imported.',
    web,
  ),
  inviteDays: defaultsTo(
    '7',
    'INVITE_DAYS',
    kind.wholeNumber(1, 99, 'a number of days'),
    'How long an invitation can be accepted.',
  ),
}

const eventsOut = {
  events: ifSet('EVENTS_URL', {
    url: required(
      'EVENTS_URL',
      address.receiverAddress,
      "Where events for the provider's systems are sent. Unset: these systems fetch them.",
    ),
    secrets: required(
      'EVENTS_SECRETS',
      list.signingKeys,
      'Each signs every event that is sent: two while one is changed.',
      secret,
    ),
    allowedNetworks: defaultsTo(
      '',
      'EVENTS_ALLOWED_NETWORKS',
      list.networks,
      'Networks that are not public and may be sent to.',
    ),
  }),
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
      'Where each server and worker offers figures to Prometheus. Unset: nowhere. Keep it from the public.',
      { example: '9464' },
    ),
    host: defaultsTo('127.0.0.1', 'METRICS_HOST', kind.host, 'Where that port listens.'),
  }),
}

/** Only for `npm start`, and for commands on the portal that it runs. */
export const development = {
  dataDir: optional(
    'PORTAL_DATA_DIR',
    kind.folder,
    'Where npm start keeps its data. Default: .portal in the project.',
    commandLine,
  ),
}

/** What every process reads, each besides the address of its database. */
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

/** As the documents show them. */
export const sections: Record<string, Table> = {
  'The portal': server,
  Database: databases,
  'Sign-in': signIn,
  'Card provider': cardProvider,
  Mail: mail,
  'Whose business it is': business,
  Money: money,
  Limits: limits,
  Events: eventsOut,
  Metrics: watch,
  Development: development,
}
