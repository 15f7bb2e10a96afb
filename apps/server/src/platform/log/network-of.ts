import { isIP, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address, or `unknown`. The value stays after the connection is closed. */
    address: string
  }
}

/**
 * Reads the address of each request once, at its start: after the client resets the connection, the address is lost. Logs
 * one warning about a proxy that is not trusted, because all clients then have the proxy's address.
 */
export function keepAddresses(app: FastifyInstance, trustsProxies: boolean): void {
  let isQuiet = trustsProxies
  app.decorateRequest('address', 'unknown')
  app.addHook('onRequest', async (request) => {
    request.address = addressOf(request)
    if (isQuiet || !request.headers['x-forwarded-for']) return
    isQuiet = true
    request.log.warn(
      'a proxy forwards requests, and TRUST_PROXY does not name it: limits and history use its address for every request',
    )
  })
}

/**
 * Returns the client's address as its proxy reports it, without the port that some proxies add. Invalid text becomes
 * `unknown`, so that it neither gets a limit of its own nor appears in a log. Only this function reads the address of the
 * socket, which has none after a reset by the client.
 */
export function addressOf(client: { ip: string | undefined }): string {
  const reported = client.ip ?? ''
  const [, bare = reported] =
    /^\[(.*)\](?::\d{1,5})?$/.exec(reported) ?? /^([\d.]+):\d{1,5}$/.exec(reported) ?? []
  return isIP(bare.replace(/%.*$/, '')) === 0 ? 'unknown' : bare
}

/** Returns the unit for limits per address: an IPv4 address, or the 64-bit network of one IPv6 customer. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
