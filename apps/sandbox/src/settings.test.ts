import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('the sandbox refuses to start in production', () => {
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(/does not start in production/)
})

test("the default ports follow the portal's", () => {
  expect(readSettings({ PORT: '4000' })).toMatchObject({
    portalOrigin: 'http://localhost:4000',
    dataDir: '.portal',
    identityPort: 4001,
    cardsPort: 4002,
    mailPort: 4003,
    smtpPort: 4004,
    keepsState: true,
    webhook: undefined,
  })
})

test('every setting can be set separately', () => {
  const settings = readSettings({
    PORTAL_ORIGIN: 'https://portal.example',
    SMTP_PORT: '2525',
    CARDS_STATE: 'memory',
    CARDS_WEBHOOK_URL: 'http://localhost:3000/hook',
    CARDS_WEBHOOK_SECRET: 'whsec_1',
  })
  expect(settings).toMatchObject({
    portalOrigin: 'https://portal.example',
    identityPort: 3001,
    smtpPort: 2525,
    keepsState: false,
    webhook: { url: 'http://localhost:3000/hook', secret: 'whsec_1' },
  })
})

test('an invalid setting is named', () => {
  expect(() => readSettings({ CARDS_PORT: 'http' })).toThrow('CARDS_PORT must be a port')
  expect(() => readSettings({ CARDS_WEBHOOK_URL: 'http://localhost' })).toThrow(/given together/)
})
