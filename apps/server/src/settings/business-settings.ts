import * as address from './address-kinds.ts'
import { bankAccounts } from './bank-accounts.ts'
import * as kind from './kinds.ts'
import * as list from './list-kinds.ts'
import { defaultsTo, required, type Process } from './setting.ts'

const web: { readBy: Process[] } = { readBy: ['web server'] }
const worker: { readBy: Process[] } = { readBy: ['worker', 'command line'] }

export const business = {
  seller: {
    name: required(
      'SELLER_NAME',
      kind.line,
      'Name of the selling company, on documents and in emails.',
      {
        example: 'Example Software Inc.',
      },
    ),
    addressLines: required(
      'SELLER_ADDRESS',
      list.lines,
      'Address of the selling company, on documents.',
    ),
    email: required(
      'SELLER_EMAIL',
      address.email,
      'Email address of the selling company, on documents.',
    ),
  },
  subsidiaryLabels: required(
    'SUBSIDIARY_LABELS',
    list.labels,
    'Labels of the selling companies in the books. A code without one is shown as it is.',
  ),
  bankAccounts: defaultsTo(
    '',
    'BANK_ACCOUNTS',
    bankAccounts,
    'Bank accounts for transfers, by selling company and currency. Records of the kind bankAccount override them.',
  ),
  links: {
    accountUrl: required('ACCOUNT_URL', address.webAddress, 'Link in the page: account settings.', {
      example: 'https://www.example.com/account',
    }),
    legalUrl: required('LEGAL_URL', address.webAddress, 'Link in the page: legal information.', {
      example: 'https://www.example.com/legal',
    }),
    privacyUrl: required('PRIVACY_URL', address.webAddress, 'Link in the page: privacy.', {
      example: 'https://www.example.com/privacy',
    }),
    helpUrl: required('HELP_URL', address.webAddress, 'Link in the page: help.', {
      example: 'https://www.example.com/help',
    }),
    copyright: required('COPYRIGHT', kind.line, 'Copyright line at the bottom of the page.', {
      example: '© 2026 Example Software Inc.',
    }),
    providerDomain: required(
      'PROVIDER_DOMAIN',
      address.domain,
      'Email domain of the provider. Only users with such an address can become super admins, except by `portal super-admin add`.',
    ),
  },
}

export const businessDays = {
  businessTimeZone: defaultsTo(
    'UTC',
    'BUSINESS_TIME_ZONE',
    kind.timeZone,
    'Time zone whose days decide what is due, overdue and in force. `portal migrate` stores it; then restart the servers.',
  ),
  booksDayHour: defaultsTo(
    '0',
    'BOOKS_DAY_HOUR',
    kind.wholeNumber(0, 12, 'an hour'),
    'What the books write before this hour counts on the day before: their extract runs at night. `portal migrate` stores it.',
  ),
}

export const money = {
  ...businessDays,
  posting: defaultsTo(
    'portal',
    'PORTAL_POSTING',
    kind.oneOf('portal', 'erp'),
    'What reduces the balance after a payment: the portal after a minute, or a record that contains the payment.',
  ),
  booksContainPayments: defaultsTo(
    'asNamed',
    'BOOKS_CONTAIN_PORTAL_PAYMENTS',
    kind.oneOf('asNamed', 'never'),
    'Whether balances in the books contain portal payments: as named in records, or never (docs/integration.md).',
  ),
  cardLimitCents: defaultsTo(
    '50000',
    'CARD_LIMIT',
    kind.usdAmount,
    'Largest balance that can be paid by card.',
  ),
}

export const limits = {
  paymentsPerMinute: defaultsTo(
    '30',
    'PAYMENTS_PER_MINUTE',
    kind.wholeNumber(1, 999_999),
    'Payments one company can start in a minute.',
    web,
  ),
  signInsPerMinute: defaultsTo(
    // Demo users often switch between accounts.
    { production: '10', development: '1000' },
    'SIGN_INS_PER_MINUTE',
    kind.wholeNumber(1, 999_999),
    'Sign-ins one network address can start in a minute.',
    web,
  ),
  callsPerMinute: defaultsTo(
    '1200',
    'CALLS_PER_MINUTE',
    kind.wholeNumber(60, 9_999_999),
    'Calls one session, or one address without a session, can make per minute on each server.',
    web,
  ),
  heavyCalls: defaultsTo(
    '4',
    'HEAVY_CALLS',
    kind.wholeNumber(1, 999),
    'Documents, exports and explanations that each server makes at once, in one thread of their own, each with a database connection.',
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
    'Largest body of records. It is stored in the database until it is imported.',
    web,
  ),
  recordsLimits: {
    unpackedBytes: defaultsTo(
      '4096',
      'RECORDS_MAX_UNPACKED_MB',
      kind.megabytes,
      'Largest body of records when it is unpacked.',
      worker,
    ),
    ratio: defaultsTo(
      '100',
      'RECORDS_MAX_RATIO',
      kind.wholeNumber(2, 1100),
      'Highest ratio of unpacked to sent size of a body of records.',
      worker,
    ),
    lines: defaultsTo(
      '1000000',
      'RECORDS_MAX_LINES',
      kind.wholeNumber(1, 999_999_999),
      'Most lines in a body of records. Other bodies wait during its import.',
      worker,
    ),
  },
  inviteDays: defaultsTo(
    '7',
    'INVITE_DAYS',
    kind.wholeNumber(1, 99, 'a number of days'),
    'How long an invitation can be accepted.',
  ),
}
