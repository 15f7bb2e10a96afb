import { expect, test, vi } from 'vitest'
import { testPortal } from '../portal/test-portal.ts'
import { startReplica } from './start-dying-server.ts'

const portal = testPortal()

test('a stopping server first reports that it is not ready, and still responds', async () => {
  const web = await startReplica(portal, 'web', { DRAIN_SECONDS: '3' })
  const ask = (path: string) => fetch(`http://localhost:${web.port}${path}`)
  expect((await ask('/health/ready')).status).toBe(200)
  const ended = web.stop()
  await vi.waitFor(async () => expect((await ask('/health/ready')).status).toBe(503), 2500)
  expect(await (await ask('/health/ready')).json()).toMatchObject({ status: 'stopping' })
  expect((await ask('/api/is-authenticated')).status).toBe(200)
  expect(await ended).toBe(0)
})
