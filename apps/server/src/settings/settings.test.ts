import fc from 'fast-check'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exampleSettings } from '../../../../tools/example-settings.ts'
import { runs } from '../../../../tools/random-tests.ts'
import { readConfig } from '../config.ts'
import { ConfigError } from './read-settings.ts'
import { defaultText, listSettings, type Setting } from './setting.ts'
import { databases, sections, settings } from './settings.ts'

const all = listSettings(sections)
/** What a web server reads. */
const read = listSettings({ ...settings, url: databases.app })
const environments = ['production', 'development'] as const
const eventsAndMetrics = {
  EVENTS_URL: 'https://erp.example.com',
  EVENTS_SECRETS: `whsec_${'A'.repeat(32)}`,
  METRICS_PORT: '9464',
}
const sandbox = {
  STRIPE_API_BASE: 'http://localhost:3002',
  STRIPE_JS_URL: 'http://localhost:3002/endive/stripe.js',
}
/** With what is optional, so that every setting is read. */
const complete = (environment: (typeof environments)[number]) => ({
  ...exampleSettings(environment),
  ...eventsAndMetrics,
  ...(environment === 'development' && sandbox),
})

/** The problems of a start, each on a line. */
function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    expect(error.message.split('\n')).toHaveLength(error.problems.length + 1)
    return error.problems
  }
}

test.each(all)('$name has an example and a default that are accepted', (setting) => {
  for (const environment of environments) {
    const start = { production: environment === 'production', process: 'worker' } as const
    const rule = setting.kind(start)
    const example = setting.sandboxOnly && start.production ? rule.example : setting.example
    expect(rule.parse(example ?? rule.example)).toBeDefined()
    const text = defaultText(setting, start.production)
    if (text !== undefined) expect(rule.parse(text)).toBeDefined()
    expect(setting.sentence).toMatch(/^[A-Z].*\.$/)
  }
})

test('no name is declared twice', () => {
  const names = all.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test.each([
  ['PORT', ['0', '99999', '-1', '1.5', '1e3', 'http']],
  ['METRICS_PORT', ['0', '65536']],
  ['LOG_LEVEL', ['loud', 'INFO']],
  ['OIDC_CLIENT_AUTH', ['none', 'client_secret_jwt']],
  ['SUBSIDIARY_LABELS', ['|', '=', 'US', 'US=', '=Label', 'US=One|US=Two', 'US=One|EU']],
  ['SELLER_ADDRESS', ['|', ' | ']],
  ['TRUST_PROXY', ['proxy', 'loopback', '10.0.0.256', '10.0.0.0/33', '0.0.0.0/0', '::/0', ',']],
  ['EVENTS_ALLOWED_NETWORKS', ['10.0.0.7', '10.0.0.0/x', '10.1.0.0/16 10.2.0.0/16']],
  ['PORTAL_ORIGIN', ['billing', 'https://', 'https://a.com/x', 'https://a.com?x', 'ftp://a.com']],
  ['HELP_URL', ['javascript:alert(1)', '//a.com', 'https://me@a.com', 'https://a b']],
  ['DATABASE_URL', ['localhost', 'mysql://a/b']],
  ['SMTP_URL', ['mail.example.com', 'smtp://', 'http://mail.example.com']],
  [
    'MAIL_FROM',
    ['a@b', 'A, B <a@b.com>', '<a@b.com', 'a@b.com, c@d.com', 'A <a@b.com>\nBcc: c@d.com'],
  ],
  ['SELLER_EMAIL', ['Billing <a@b.com>', 'a b@c.com']],
  ['PROVIDER_DOMAIN', ['example', '@example.com', 'https://example.com', '10.0.0.1']],
  ['CARD_LIMIT', ['0', '-5', '1.234', '1,000', 'USD 5']],
  ['DRAIN_SECONDS', ['20', '19.5', '-1', 'five']],
  ['RECORDS_MAX_MB', ['0', '1.5', '10000000']],
  ['INVITE_DAYS', ['0', '100']],
  ['EVENTS_KEPT_DAYS', ['0', '10000']],
  ['PAYMENTS_PER_MINUTE', ['0', '1000000']],
  ['CHECKOUTS_IN_ALL', ['-1', 'many']],
  ['STRIPE_SECRET_KEY', ['pk_test_x', 'sk_test_', 'sk_test_a b']],
  ['STRIPE_WEBHOOK_SECRET', ['secret', 'whsec_', 'whsec_a, b', ',']],
  ['SESSION_SECRET', ['x'.repeat(31), `${'x'.repeat(16)} ${'x'.repeat(16)}`]],
  ['SELLER_NAME', ['x'.repeat(201)]],
])('%s refuses %j', (name, values) => {
  for (const value of values) {
    const problems = problemsOf({ ...complete('development'), [name]: value })
    expect(problems).toEqual([expect.stringMatching(`^${name} must be `)])
  }
})

const controls = ['two\nlines', 'nul\u0000', '\u0007bell', '\u001b[2J']

test('a wrong value is shown on one line and not whole, a secret not at all', () => {
  const env = { ...complete('development'), HELP_URL: `a\n${'b'.repeat(100)}`, SMTP_URL: 'hunter2' }
  expect(problemsOf(env)).toEqual([
    'SMTP_URL must be an smtp:// or smtps:// address',
    `HELP_URL must be an http or https address, such as https://www.example.com/help, not "a\\n${'b'.repeat(78)}…"`,
  ])
})

describe.each(environments)('in %s', (environment) => {
  test.each(read)('control characters in $name are refused by its name', ({ name, secret }) => {
    for (const value of controls) {
      const problems = problemsOf({ ...complete(environment), [name]: value })
      const about = [`${name} must be `, `${name} is for the sandbox`]
      const own = problems.filter((problem) => about.some((start) => problem.startsWith(start)))
      expect(own).toHaveLength(1)
      if (secret) expect(own.join()).not.toContain('two')
      // With no environment known, the stricter rules apply to the rest.
      if (name !== 'PORTAL_ENV') expect(problems).toEqual(own)
    }
  })

  test('any settings that are missing or malformed are all listed, and nothing else', () => {
    const isRequired = ({ need, name }: Setting<unknown>) =>
      need === 'required' && !['EVENTS_URL', 'METRICS_PORT'].includes(name)
    const spoiled = fc.uniqueArray(
      fc.record({
        setting: fc.constantFrom(...read.filter(({ name }) => name !== 'PORTAL_ENV')),
        value: fc.constantFrom('missing', 'empty', 'malformed'),
      }),
      { selector: ({ setting }) => setting.name },
    )
    fc.assert(
      fc.property(spoiled, (some) => {
        const texts = { missing: undefined, empty: ' ', malformed: 'not\u0000a value' }
        const env: Record<string, string | undefined> = complete(environment)
        for (const { setting, value } of some) env[setting.name] = texts[value]
        const isOff = (name: string) => !env[name]?.trim()
        const expected = some
          .filter(({ setting, value }) => value === 'malformed' || isRequired(setting))
          .map(({ setting }) => setting.name)
          // Without its first setting, a group is not read.
          .filter((name) => !(name.startsWith('METRICS_') && isOff('METRICS_PORT')))
          .filter((name) => !(groupOfEvents.includes(name) && isOff('EVENTS_URL')))
        const named = problemsOf(env).map((problem) => problem.split(' ')[0])
        const combined = named.filter((name) => !expected.includes(name ?? ''))
        // One of a pair was spoiled.
        expect(combined.filter((name) => name !== 'STRIPE_API_BASE')).toEqual([])
        expect(expected.filter((name) => !named.includes(name))).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })

  test('no value at all crashes the start', () => {
    const values = fc.dictionary(fc.constantFrom(...all.map(({ name }) => name)), fc.string())
    fc.assert(
      fc.property(values, (change) => {
        problemsOf({ ...complete(environment), ...change })
      }),
      { numRuns: runs(300) },
    )
  })
})

const groupOfEvents = ['EVENTS_SECRETS', 'EVENTS_ALLOWED_NETWORKS']

test('the folder of the page may be relative, and must have the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-web-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { ...exampleSettings('development'), WEB_FOLDER: relative(process.cwd(), folder) }
  expect(problemsOf(env)).toEqual([expect.stringMatching(/^WEB_FOLDER must be the folder of/)])
  // A worker shares the setting, but perhaps not the folder.
  expect(readConfig(env, 'worker').webFolder).toBe(folder)
  writeFileSync(join(folder, 'index.html'), '')
  expect(readConfig(env).webFolder).toBe(folder)
})
