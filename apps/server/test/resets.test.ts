import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startReplica, type Replica } from './start-dying-server.ts'
import { testPortal } from './test-portal.ts'

const portal = testPortal()
let server: Replica

beforeAll(async () => {
  server = await startReplica(portal, 'web')
})
afterAll(() => server.stop())

const host = 'Host: localhost\r\n'
const page = `GET / HTTP/1.1\r\n${host}\r\n`

/** Sends the bytes, and resets the connection so many milliseconds later. */
async function reset(bytes: string, after: number): Promise<void> {
  const socket = connect(server.port, 'localhost').on('error', () => {})
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  if (after) await new Promise((resolve) => setTimeout(resolve, after))
  socket.resetAndDestroy()
}

// The lines of a request are logged after its connection is gone.
test.each([
  ['before a request', ''],
  ['within the headers', `GET /health/ready HTTP/1.1\r\n${host}`],
  ['while a request waits for the database', `GET /health/ready HTTP/1.1\r\n${host}\r\n`],
  ['while a page is sent', page],
  ['within a body', `POST /api/signin HTTP/1.1\r\n${host}Content-Length: 20\r\n\r\n{`],
  ['after several requests at once', page.repeat(20)],
  ['after no HTTP', 'hello\r\n\r\n'],
])('a connection that is reset %s does not stop the server', async (_, bytes) => {
  const resets = Array.from({ length: 100 }, (_, count) => reset(bytes, count % 4))
  await Promise.all(resets)
  const { status } = await fetch(`http://localhost:${server.port}/health/live`)
  expect(status).toBe(200)
  expect(server.process.exitCode).toBeNull()
})

test('an uncaught error is logged, and ends the server with code 1', async () => {
  const env = { ...process.env, ...portal.env, DIE_AT: 'never', NODE_ENV: 'test' }
  const port = String(await portal.freePort())
  const child = fork(inject('dyingServerBundle'), { env: { ...env, PORT: port }, silent: true })
  const [printed, [code]] = await Promise.all([
    text(child.stdout!),
    once(child, 'exit') as Promise<[number]>,
    once(child, 'message').then(() => child.send('throw')),
  ])
  expect(code).toBe(1)
  expect(printed).toMatch(/"level":50.*"message":"thrown by a test"/)
  expect(printed).toContain('Stopped after an uncaught error')
})
