import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { reservePort } from './reserve-port.ts'

test('a port is reserved once, and not while a program listens on it', async () => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await reservePort(port)).toBe(false)
  server.close()
  await once(server, 'close')
  expect(await reservePort(port)).toBe(true)
  expect(await reservePort(port)).toBe(false)
})
