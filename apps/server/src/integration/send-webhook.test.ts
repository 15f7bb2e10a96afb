import dns from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isAllowedAddress, isNetwork, Networks } from '../platform/http/public-lookup.ts'
import {
  bytesOf,
  newSecret,
  senderTo,
  startReceiver,
} from '../../test/integration/event-receiver.ts'
import { webhookSender } from './send-webhook.ts'
import { webhookHeaders } from './webhook-signature.ts'

const secret = newSecret()
const webhook = { id: 'e1', body: '{}' }
const none = new Networks([])

function strictSend(url: string) {
  return webhookSender({ url, secrets: [bytesOf(secret)], allowedNetworks: [] }).send(webhook)
}

const ofVersion4 =
  '127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255'
const ofVersion6 =
  '::1 :: ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 fd00::1 fe80::1 ff02::1 2002:7f00:1::'

test.each(`${ofVersion4} ${ofVersion6}`.split(' '))('%s is not public', (address) => {
  expect(isAllowedAddress(address, none)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isAllowedAddress(address, none)).toBe(true)
  },
)

test('only the allowed networks are allowed', () => {
  const allowed = new Networks(['10.1.0.0/16', 'fd12::/16'])
  for (const address of ['10.1.255.1', 'fd12::5'])
    expect(isAllowedAddress(address, allowed)).toBe(true)
  for (const address of ['10.2.0.1', 'fd13::5'])
    expect(isAllowedAddress(address, allowed)).toBe(false)
  expect(['10.0.0.0/8', 'fd00::/8'].every(isNetwork)).toBe(true)
  expect(['10.0.0.0', '10.0.0.0/33', 'x/8', '10.0.0.0/8/8', ''].some(isNetwork)).toBe(false)
})

test('nothing is sent into private networks, by address or by name', async () => {
  const receiver = await startReceiver(secret)
  const { port } = new URL(receiver.url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1'])
    expect(await strictSend(`http://${host}:${port}/hook`), host).toMatchObject({
      problem: expect.stringMatching(/not public/) as unknown,
    })
  expect(receiver.paths).toEqual([])
})

test('a name is resolved once, and the connection uses the checked address', async () => {
  const receiver = await startReceiver(secret)
  const { port } = new URL(receiver.url)
  // The first lookup returns a public address, the second a private one: DNS rebinding.
  const answers = ['203.0.112.1', '127.0.0.1']
  const lookup = vi.spyOn(dns, 'lookup') as unknown as {
    mockImplementation(
      answer: (name: string, options: object, done: (...args: unknown[]) => void) => void,
    ): void
    mock: { calls: unknown[] }
    mockRestore(): void
  }
  lookup.mockImplementation((_name, _options, done) =>
    done(null, [{ address: answers.shift(), family: 4 }]),
  )
  const url = `http://rebinding.example:${port}/hook`
  const sender = webhookSender({ url, secrets: [bytesOf(secret)], allowedNetworks: [] }, 500)
  expect(await sender.send(webhook)).toMatchObject({ isAway: true })
  expect(lookup.mock.calls).toHaveLength(1)
  expect(await sender.send(webhook)).toMatchObject({
    problem: expect.stringMatching(/127\.0\.0\.1, which is not public/) as unknown,
  })
  lookup.mockRestore()
  sender.close()
  expect(receiver.paths).toEqual([])
})

test('a redirect is a response and not followed', async () => {
  const receiver = await startReceiver(secret)
  receiver.answers(() => ({ status: 307, headers: { location: '/elsewhere' } }))
  const send = senderTo(receiver.url, [secret])
  expect(await send(webhook)).toEqual({ problem: 'answered 307', isAway: false })
  expect(receiver.paths).toEqual(['/hook'])
})

test('an endless response is cut off, and a missing one times out', async () => {
  const receiver = await startReceiver(secret)
  receiver.answers(() => ({ status: 500, body: 'x'.repeat(5_000_000) }))
  const answer = await senderTo(receiver.url, [secret])(webhook)
  expect(answer).toMatchObject({ problem: `answered 500 ${'x'.repeat(200)}` })
  receiver.answers(() => 'never')
  expect(await senderTo(receiver.url, [secret], 300)(webhook)).toEqual({
    problem: 'no response within 0.3 s',
    isAway: true,
  })
})

test('a kept connection that the receiver closes on reuse is not a failure', async () => {
  const connections: Socket[] = []
  const server = createServer((request, response) => {
    const isUsedAgain = connections.includes(request.socket)
    connections.push(request.socket)
    if (isUsedAgain) request.socket.resetAndDestroy()
    else response.writeHead(204).end()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const send = senderTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, [secret])
  for (let nth = 0; nth < 3; nth += 1) expect(await send(webhook)).toBe('delivered')
  expect(connections).toHaveLength(4)
})

test('the signature follows the convention that the receiver checks', () => {
  // The signature was computed with the libraries of the convention. It must never change.
  const key = bytesOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const at = new Date(1_614_265_330_000)
  const headers = webhookHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}', [key], at)
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
