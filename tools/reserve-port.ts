import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Reserves a port for this process until it ends, if no program listens on the port and no other test process has reserved
 * it. The mark is a UDP socket on the same port: the system removes it with the process, and nothing else here uses UDP.
 */
export async function reservePort(port: number): Promise<boolean> {
  const mark = createSocket('udp4')
  mark.bind({ port, address: '127.0.0.1', exclusive: true })
  const isMarked = await once(mark, 'listening').then(
    () => true,
    () => false,
  )
  if (isMarked && (await isFree(port))) {
    mark.unref()
    return true
  }
  if (isMarked) mark.close()
  return false
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port)
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
