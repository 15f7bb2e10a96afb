import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listening = { port: number; origin: string; close: () => Promise<void> }

/**
 * Listens only on the two addresses of localhost: a browser may try ::1 first, and Node 127.0.0.1. Port 0 selects a free port.
 */
export async function listenOnLoopback(
  handler: RequestListener,
  port: number,
  setting: string,
): Promise<Listening> {
  const answer = withoutIcon(handler)
  const server = createServer(answer)
  await listen(server, port, '127.0.0.1', setting)
  const actual = (server.address() as AddressInfo).port
  const twin = createServer(answer)
  const servers = [server]
  try {
    await listen(twin, actual, '::1', setting)
    servers.push(twin)
  } catch (error) {
    // A machine without IPv6 has no ::1, so no client can use that address.
    if (!hasNoSuchAddress(error)) {
      await closeServer(server)
      // The port is free on one address but not on the other, so another port is chosen.
      if (port === 0) return listenOnLoopback(handler, port, setting)
      throw error
    }
  }
  return {
    port: actual,
    origin: `http://localhost:${actual}`,
    close: async () => void (await Promise.all(servers.map(closeServer))),
  }
}

/** Browsers request an icon from every server, and log an error if it is missing. */
function withoutIcon(handler: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url === '/favicon.ico') response.writeHead(204).end()
    else handler(request, response)
  }
}

function hasNoSuchAddress(error: unknown) {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'
}

/** Returns a free port, for servers that must know their address before they listen. */
export async function freePort() {
  const { port, close } = await listenOnLoopback(() => {}, 0, 'a port')
  await close()
  return port
}

function listen(server: Server, port: number, host: string, setting: string) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'EADDRINUSE' ? portTaken(port, setting, cause) : cause),
    )
    server.listen(port, host, resolve)
  })
}

export function portTaken(port: number, setting: string, cause: unknown) {
  const message = `Port ${port} is in use by another program. Set ${setting} to a free port.`
  return new Error(message, { cause })
}

function closeServer(server: Server) {
  return new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
