import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { securityHeaders } from '../../src/platform/http/security-headers.ts'
import { testPortal } from '../portal/test-portal.ts'

const portal = testPortal()

/** Returns the response to raw bytes, until the connection is closed. */
async function answerTo(bytes: string, drip = '') {
  const socket = connect(Number(portal.env['PORT']), 'localhost')
  socket.write(bytes)
  const dripping = drip && setInterval(() => socket.write(drip), 500)
  const answer = await text(socket)
  clearInterval(dripping || undefined)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

const host = 'Host: localhost\r\n'

test.each<[string, string, number, string?]>([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['an unknown method', `BREW / HTTP/1.1\r\n${host}\r\n`, 400],
  ['a broken header', `GET / HTTP/1.1\r\n${host}x y: z\r\n\r\n`, 400],
  [
    'a request without a host',
    'GET /api/is-authenticated HTTP/1.1\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'a request with two hosts',
    `GET /health/live HTTP/1.1\r\n${host}Host: evil.example\r\nConnection: close\r\n\r\n`,
    400,
  ],
  [
    'two lengths',
    `POST /api/signin HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    400,
  ],
  ['headers that are too large', `GET / HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['an expectation', `GET /health/live HTTP/1.1\r\n${host}Expect: coffee\r\n\r\n`, 417],
  ['a header every half second', `GET / HTTP/1.1\r\n${host}`, 408, 'x: y\r\n'],
])('%s is refused', async (_, bytes, status, drip) => {
  const answer = await answerTo(bytes, drip)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toEqual({
    message: expect.stringMatching(/^The .*\.$/) as unknown,
  })
  expect(answer.headers).toMatchObject({
    ...securityHeaders(portal.deps.config),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(answer.body.length),
    connection: 'close',
  })
})

test('a client may send Expect for a body, and a request of HTTP 1.0 needs no host', async () => {
  const announced = `POST /api/signin HTTP/1.1\r\n${host}Connection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`
  expect((await answerTo(announced)).status).toBe(100)
  expect((await answerTo('GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200)
})
