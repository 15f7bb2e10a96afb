import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range of outgoing connections, so that none of them can take the port. */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, 'localhost', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
