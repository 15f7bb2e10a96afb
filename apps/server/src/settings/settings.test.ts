import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exampleSettings } from '../../../../tools/example-settings.ts'
import {
  completeSettings,
  environments,
  problemsOf,
  webSettings,
} from '../../test/portal/settings.ts'
import { readConfig } from '../config.ts'
import { defaultText, listSettings } from './setting.ts'
import { sections } from './settings.ts'

const all = listSettings(sections)

test('no name is declared twice', () => {
  const names = all.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test.each(all)('$name has a sentence, and an example and defaults that are accepted', (setting) => {
  expect(setting.sentence).toMatch(/^[A-Z].*\.$/)
  for (const production of [true, false]) {
    const rule = setting.kind({ production, process: 'worker' })
    const own = setting.sandboxOnly && production ? undefined : setting.example
    const texts = [own ?? rule.example, defaultText(setting, production)]
    for (const text of texts.filter((one) => one !== undefined))
      expect(rule.parse(text)).toBeDefined()
  }
})

test.each([
  ['PORT', ['0', '99999', '-1', '1.5', '1e3', 'http']],
  ['METRICS_PORT', ['0', '65536']],
  ['LOG_LEVEL', ['loud', 'INFO']],
  ['OIDC_CLIENT_AUTH', ['none', 'client_secret_jwt']],
  ['SUBSIDIARY_LABELS', ['|', '=', 'US', 'US=', '=Label', 'US=One|US=Two', 'US=One|EU']],
  ['SELLER_ADDRESS', ['|', ' | ']],
  ['BANK_ACCOUNTS', ['x', '{}', '[1]', '[{}]', '[{"currencyIsoCode":"EUR"}]', '[null]']],
  ['TRUST_PROXY', ['proxy', 'loopback', '10.0.0.256', '10.0.0.0/33', '0.0.0.0/0', '::/0', ',']],
  ['EVENTS_ALLOWED_NETWORKS', ['10.0.0.7', '10.0.0.0/x', '10.1.0.0/16 10.2.0.0/16']],
  ['PORTAL_ORIGIN', ['billing', 'https://', 'https://a.com/x', 'https://a.com?x', 'ftp://a.com']],
  [
    'HELP_URL',
    ['javascript:alert(1)', '//a.com', 'https:a.com', 'https://me@a.com', 'https://a b'],
  ],
  ['DATABASE_URL', ['localhost', 'mysql://a/b']],
  ['SMTP_URL', ['mail.example.com', 'smtp://', 'http://mail.example.com']],
  ['MAIL_FROM', ['a@b', '<a@b.com', 'a@b.com, c@d.com', 'A <a@b.com>\nBcc: c@d.com']],
  ['SELLER_EMAIL', ['Billing <a@b.com>', 'a b@c.com']],
  ['PROVIDER_DOMAIN', ['example', '@example.com', 'https://example.com', '10.0.0.1']],
  ['CARD_LIMIT', ['0', '-5', '1.234', '1,000', 'USD 5', '1000000']],
  ['DRAIN_SECONDS', ['20', '19.5', '-1', 'five']],
  ['RECORDS_MAX_MB', ['0', '1.5', '10000000']],
  ['RECORDS_MAX_UNPACKED_MB', ['0', '1.5']],
  ['RECORDS_MAX_RATIO', ['1', '1101']],
  ['RECORDS_MAX_LINES', ['0', 'many']],
  ['INVITE_DAYS', ['0', '100']],
  ['EVENTS_KEPT_DAYS', ['0', '10000']],
  ['EVENTS_VERSIONS', ['autopay.enrolled', 'autopay.enrolled@2', 'nothing@1', ',']],
  ['PAYMENTS_PER_MINUTE', ['0', '1000000']],
  ['CHECKOUTS_IN_ALL', ['-1', 'many']],
  ['STRIPE_SECRET_KEY', ['pk_test_x', 'sk_test_', 'sk_test_a b']],
  ['STRIPE_WEBHOOK_SECRET', ['secret', 'whsec_', 'whsec_a, b', ',']],
  ['SESSION_SECRET', ['x'.repeat(31), `${'x'.repeat(32)}, y`]],
  ['SELLER_NAME', ['x'.repeat(201)]],
])('%s refuses %j', (name, values) => {
  for (const value of values) {
    const problems = problemsOf({ ...completeSettings('development'), [name]: value })
    expect(problems).toEqual([expect.stringMatching(`^${name} must be `)])
  }
})

describe.each(environments)('in %s', (environment) => {
  test.each(webSettings.filter(({ name }) => name !== 'PORTAL_ENV'))(
    'control characters in $name are refused without showing the value',
    ({ name }) => {
      for (const value of ['two\nlines', 'nul\u0000', '\u0007bell', '\u001b[2J'])
        expect(problemsOf({ ...completeSettings(environment), [name]: value })).toEqual([
          expect.stringMatching(`^${name} (must be|is for the sandbox)`),
        ])
    },
  )
})

test.each(webSettings.filter(({ secret }) => secret))(
  'an invalid $name is not shown',
  ({ name }) => {
    const problems = problemsOf({ ...completeSettings('production'), [name]: 'hunter2\n!' })
    expect(problems).toHaveLength(1)
    expect(problems.join()).not.toContain('hunter2')
  },
)

test.each([
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_hunter2'],
  ['STRIPE_PUBLISHABLE_KEY', 'rk_live_hunter2'],
  ['CARD_LIMIT', 'whsec_hunter2'],
  ['PORTAL_ORIGIN', 'https://me:hunter2@billing.example.com'],
  ['OIDC_ISSUER', 'postgresql://portal_app:hunter/2@database/portal'],
  ['EVENTS_URL', 'https://erp:hunter2@erp.example.com/events#x'],
])('a secret in %s is not shown', (name, value) => {
  const problems = problemsOf({ ...completeSettings('production'), [name]: value })
  expect(problems).toEqual([expect.stringMatching(`^${name} must be .*…`)])
  expect(problems.join()).not.toContain('hunter')
})

describe('an error in bank accounts names the first invalid account and its field', () => {
  const account = {
    subsidiary: 'EU',
    currencyIsoCode: 'EUR',
    beneficiary: 'Example GmbH',
    bankName: 'Example Bank',
    iban: 'DE89 3704 0044 0532 0130 00',
  }
  const withAccounts = (...accounts: unknown[]) => ({
    ...completeSettings('production'),
    BANK_ACCOUNTS: JSON.stringify(accounts),
  })

  test.each([
    [
      [account, { ...account, iban: 'DE89370400440532013001' }],
      'of account 2, iban has a wrong checksum',
    ],
    [[{ ...account, bankname: 'x' }], 'of account 1, bankname is not a known field'],
    [[{ ...account, iban: '' }], 'of account 1, iban is missing, and so is accountNumber'],
    [[account, account], 'account 2 has the subsidiary and currency of an earlier one'],
    [['x'], 'of account 1, it is not an object'],
  ])('%#: %j', (accounts, problem) => {
    const [found] = problemsOf(withAccounts(...accounts))
    expect(found?.replace(/^BANK_ACCOUNTS must be .*\); /, '')).toContain(problem)
  })

  test('valid accounts are stored without spaces, by subsidiary and currency', () => {
    const none = { ...account, subsidiary: undefined }
    const { bankAccounts } = readConfig(withAccounts(account, none))
    expect([...bankAccounts.keys()]).toEqual(['EU EUR', 'EUR'])
    const stored = { iban: 'DE89370400440532013000', beneficiary: 'Example GmbH', sortCode: '' }
    expect(bankAccounts.get('EUR')).toMatchObject(stored)
    expect(readConfig(completeSettings('production')).bankAccounts.size).toBe(0)
  })
})

test('a value in quotes, which some tools pass on from a file, is refused', () => {
  for (const text of ['"Example Inc."', "'Example Inc.'"])
    expect(problemsOf({ ...completeSettings('production'), SELLER_NAME: text })).toEqual([
      'SELLER_NAME is in quotes, which would become part of it: remove them',
    ])
  const env = { ...completeSettings('production'), MAIL_FROM: '"Billing, A" <a@b.com>' }
  expect(problemsOf(env)).toEqual([])
})

test('the addresses of the sign-in provider and of the receiver of events keep their final slash', () => {
  for (const address of ['https://id.example.com/', 'https://id.example.com/o/portal/']) {
    const names = { OIDC_ISSUER: address, EVENTS_URL: address }
    const config = readConfig({ ...completeSettings('production'), ...names }, 'worker')
    expect(config.identity.issuer).toBe(address)
    expect(config.events?.url).toBe(address)
  }
})

test('any other invalid value is shown on one line, shortened', () => {
  const env = { ...completeSettings('development'), HELP_URL: `a\n${'b'.repeat(100)}` }
  const shown = `"a\\n${'b'.repeat(78)}…"`
  expect(problemsOf(env)).toEqual([
    `HELP_URL must be an http or https address, such as https://www.example.com/help, not ${shown}`,
  ])
})

test('the folder of the page may be relative, and must contain the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-web-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { ...exampleSettings('development'), WEB_FOLDER: relative(process.cwd(), folder) }
  expect(problemsOf(env)).toEqual([expect.stringMatching(/^WEB_FOLDER must be the folder of/)])
  // A worker shares the setting, but may not have the folder.
  expect(readConfig(env, 'worker').webFolder).toBe(folder)
  writeFileSync(join(folder, 'index.html'), '')
  expect(readConfig(env).webFolder).toBe(folder)
})
