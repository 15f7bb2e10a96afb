import { expect, test } from 'vitest'
import { exampleSettings } from '../../../../tools/example-settings.ts'
import { settingWarnings } from './warnings.ts'

const development = exampleSettings('development')
const production = {
  ...exampleSettings('production'),
  TRUST_PROXY: '10.0.0.7',
  SECURITY_EMAIL: 'security@example.com',
}

test('complete settings beside other variables of the system give no warning', () => {
  const system = { HOSTNAME: 'x', SORT: 'x', HTTP_URL: 'x', SMTP_PORT: '25', CARDS_PORT: '3002' }
  expect(settingWarnings({ ...development, ...system })).toEqual([])
  expect(settingWarnings(production)).toEqual([])
})

test.each([
  ['PORTAL_ORIGN', 'PORTAL_ORIGIN'],
  ['PORTAL_POSTINGS', 'PORTAL_POSTING'],
  ['PORTAL_URL', 'PORTAL_ENV'],
  ['CARD_LIMTI', 'CARD_LIMIT'],
  ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
  ['MAIL_FORM', 'MAIL_FROM'],
])('%s is reported as a misspelled %s', (name, setting) => {
  expect(settingWarnings({ ...development, [name]: 'x' })).toEqual([
    `${name} is not a setting. Did you mean ${setting}?`,
  ])
})

test('a setting without effect is reported', () => {
  const ineffective = { EVENTS_SECRETS: 'x', EVENTS_ALLOWED_NETWORKS: ' ', METRICS_HOST: '::' }
  expect(settingWarnings({ ...development, ...ineffective })).toEqual([
    'EVENTS_SECRETS has no effect without EVENTS_URL.',
    'METRICS_HOST has no effect without METRICS_PORT.',
  ])
})

test('production without a named proxy gets a warning: all clients would have its address', () => {
  expect(settingWarnings({ ...production, TRUST_PROXY: ' ' })).toEqual([
    expect.stringMatching(/^TRUST_PROXY is unset/),
  ])
})

test('production without a fixed address for security mails gets a warning', () => {
  const { SECURITY_EMAIL: _, ...without } = production
  expect(settingWarnings(without)).toEqual([expect.stringMatching(/^SECURITY_EMAIL is unset/)])
  expect(settingWarnings(development)).toEqual([])
})

test.each([
  ['postgresql://a:b@db.internal/portal', true],
  ['postgresql://a:b@db.internal/portal?sslmode=prefer', true],
  ['postgresql://a:b@db.internal/portal?sslmode=verify-full', false],
  ['postgresql://a:b@127.0.0.1/portal', false],
  ['postgresql://a:b@[::1]/portal', false],
  ['postgresql:///portal?host=/run/postgresql', false],
])('production at %s is warned of an unencrypted connection: %s', (address, isWarned) => {
  const message =
    'DATABASE_URL has no sslmode=verify-full: data may travel in plain, or to another server.'
  expect(settingWarnings({ ...production, DATABASE_URL: address })).toEqual(
    isWarned ? [message] : [],
  )
})

test('production is warned of mail that may be sent unencrypted; development is not', () => {
  const plain = { SMTP_URL: 'smtp://a:b@mail.internal', DATABASE_URL: 'postgresql://db.internal/x' }
  expect(settingWarnings({ ...production, SMTP_URL: plain.SMTP_URL })).toEqual([
    'SMTP_URL uses TLS only if the server offers it: use smtps://.',
  ])
  expect(settingWarnings({ ...development, ...plain })).toEqual([])
})

test('an issuer that the operator vouches for is named', () => {
  const warned = (issuer: string) =>
    settingWarnings({ ...development, OIDC_EMAIL_IS_VERIFIED: issuer })
  expect(warned(development['OIDC_ISSUER']!)).toEqual([
    expect.stringContaining('count as verified'),
  ])
  expect(warned('https://other.example')).toEqual([expect.stringContaining('has no effect')])
})
