import { expect, test } from 'vitest'
import { exampleSettings } from '../../../../tools/example-settings.ts'
import { settingWarnings } from './warnings.ts'

const development = exampleSettings('development')
const production = { ...exampleSettings('production'), TRUST_PROXY: '10.0.0.7' }

test('complete settings among the names of a system give no warning', () => {
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
])('%s is taken for a misspelled %s', (name, setting) => {
  expect(settingWarnings({ ...development, [name]: 'x' })).toEqual([
    `${name} is not a setting. Did you mean ${setting}?`,
  ])
})

test('a setting without effect is named', () => {
  const ineffective = { EVENTS_SECRETS: 'x', EVENTS_ALLOWED_NETWORKS: ' ', METRICS_HOST: '::' }
  expect(settingWarnings({ ...development, ...ineffective })).toEqual([
    'EVENTS_SECRETS has no effect without EVENTS_URL.',
    'METRICS_HOST has no effect without METRICS_PORT.',
  ])
})

test('production without a named proxy is warned: all clients would have its address', () => {
  expect(settingWarnings({ ...production, TRUST_PROXY: ' ' })).toEqual([
    expect.stringMatching(/^TRUST_PROXY is unset/),
  ])
})
