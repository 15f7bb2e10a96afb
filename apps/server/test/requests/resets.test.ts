import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { apiScopes } from '@portal/domain/kernel/api-scopes'
import { withNewKey } from '../integration/api-keys.ts'
import { resetMany, stages, withinDocument, withinUpload } from '../portal/reset.ts'
import { startReplica, type Replica } from '../processes/start-dying-server.ts'
import { testPortal } from '../portal/test-portal.ts'

const portal = testPortal()
let server: Replica
let key: Awaited<ReturnType<typeof withNewKey>>

beforeAll(async () => {
  key = await withNewKey(portal, ...apiScopes)
  server = await startReplica(portal, 'web')
})
afterAll(() => server.stop())

// The lines of a request are logged after its connection is gone.
test.each([...Object.keys(stages), 'within an upload'])(
  'connections that are reset %s do not stop the server',
  async (stage) => {
    const bytes = stages[stage as keyof typeof stages] ?? withinUpload(key.headers.authorization)
    await resetMany(server.port, bytes)
    const { status } = await fetch(`http://localhost:${server.port}/health/live`)
    expect(status).toBe(200)
    expect(server.process.exitCode).toBeNull()
  },
)

test('documents that no client reads do not block the next document', async () => {
  await portal.given.company('R')
  await portal.given.invoice('R', 'R-1')
  await portal.given.user('r@r.example', 'R', ['AccessInvoices'], ['Licenses'])
  const { headers } = await portal.signIn('r@r.example')
  const path = '/api/invoice/pdf/R-1.pdf'
  await resetMany(server.port, withinDocument(headers.cookie!, path))
  const document = () => fetch(`http://localhost:${server.port}${path}`, { headers })
  await expect.poll(async () => (await document()).status, { timeout: 15_000 }).toBe(200)
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
  expect(printed).toMatch(/"level":50.*"event":"process.failed".*"message":"thrown by a test"/)
  expect(printed).toContain('Stopped after an uncaught error')
})
