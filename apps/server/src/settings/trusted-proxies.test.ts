import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { completeSettings, problemsOf } from '../../test/portal/settings.ts'
import { readConfig } from '../config.ts'

/** Returns the address that the server sees for a request whose sender claims to be 203.0.113.9. */
async function addressOf(trusted: string, sender: string): Promise<string> {
  const { trustProxy } = readConfig({ ...completeSettings('development'), TRUST_PROXY: trusted })
  const app = Fastify({ trustProxy })
  app.get('/', ({ ip }) => ip)
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const { body } = await app.inject({ url: '/', remoteAddress: sender, headers })
  return body
}

test.each([
  ['10.0.0.7', '10.0.0.7', true],
  ['10.0.0.7', '10.0.0.8', false],
  [' 10.0.0.7, 10.1.0.0/16 ,', '10.1.200.3', true],
  ['10.1.0.0/16', '10.2.0.1', false],
  ['fd00::/8', 'fd12::1', true],
  ['fd00::/8', '2001:db8::1', false],
])('with TRUST_PROXY=%s, %s is trusted: %s', async (trusted, sender, isTrusted) => {
  expect(await addressOf(trusted, sender)).toBe(isTrusted ? '203.0.113.9' : sender)
})

test('the server can use every list that the settings accept', async () => {
  const length = fc.integer({ min: 0, max: 128 }).map((bits) => `/${bits}`)
  const proxy = fc
    .tuple(fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), fc.oneof(fc.constant(''), length))
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(proxy, { minLength: 1, maxLength: 3 }), async (proxies) => {
      const TRUST_PROXY = proxies.join()
      const settings = { ...completeSettings('development'), TRUST_PROXY }
      fc.pre(problemsOf(settings).length === 0)
      const { trustProxy } = readConfig(settings)
      await expect(Fastify({ trustProxy }).ready()).resolves.toBeDefined()
    }),
    { numRuns: runs(200) },
  )
})
