import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addressOf, keepAddresses, networkOf } from './network-of.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[::ffff:203.0.113.7]:1', '203.0.113.7'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['garbage', 'unknown'],
  ['203.0.113.7:4711:1', 'unknown'],
  ['203.0.113.999', 'unknown'],
  ['_hidden', 'unknown'],
  ['x'.repeat(5000), 'unknown'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(addressOf({ ip }))).toBe(network)
})

test.each([
  ['is kept from its begin', true, '127.0.0.1'],
  ['cannot be read any more', false, 'unknown'],
])('the address of a request whose client resets it %s', async (_, isKept, address) => {
  const app = Fastify()
  if (isKept) keepAddresses(app, true)
  const seen = new Promise((resolve) => {
    app.get('/', async (request) => {
      client.resetAndDestroy()
      await new Promise((closed) => request.raw.socket.once('close', closed))
      resolve(isKept ? request.address : addressOf(request))
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await seen).toBe(address)
  await app.close()
})

test.each([
  [true, 0],
  [false, 1],
])('a forwarding proxy, trusted %s: %i warnings', async (isTrusted, count) => {
  const warnings: string[] = []
  const stream = { write: (line: string) => void warnings.push(line) }
  const app = Fastify({ logger: { level: 'warn', stream } })
  keepAddresses(app, isTrusted)
  app.get('/', () => 'x')
  await app.inject('/')
  expect(warnings).toEqual([])
  for (let times = 0; times < 2; times += 1)
    await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(warnings).toHaveLength(count)
})
