import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, listenOnLoopback } from './loopback.ts'

test('a server listens only on the two addresses of localhost', async () => {
  const server = await listenOnLoopback((_, response) => void response.end('here'), 0, 'X_PORT')
  for (const host of ['127.0.0.1', '[::1]', 'localhost'])
    expect(await (await fetch(`http://${host}:${server.port}/`)).text()).toBe('here')
  await server.close()
  await expect(fetch(server.origin)).rejects.toThrow('fetch failed')
})

test.each(['127.0.0.1', '::1'])(
  'the error for a port in use on %s names its setting',
  async (host) => {
    const port = await freePort()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(port, host, resolve))
    await expect(listenOnLoopback(() => {}, port, 'X_PORT')).rejects.toThrow(
      `Port ${port} is in use by another program. Set X_PORT`,
    )
    other.close()
  },
)
