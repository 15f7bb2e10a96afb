import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/**
 * An address of this machine that forwards to a server, and after `leadTo` to another one, like a
 * failover.
 */
export async function switchableAddress(port: number) {
  let target = port
  const open = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one)
      one
        .on('error', () => {})
        .once('close', () => {
          open.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends every connection; new ones go to the other server. */
    leadTo(other: number) {
      target = other
      cut()
    },
  }
}
