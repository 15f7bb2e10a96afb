import { isIP, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address, or `unknown`. It stays when the connection is gone. */
    address: string
  }
}

/**
 * Reads the address of each request once, as it begins: a connection that the client resets loses it. Warns once of a proxy that is
 * not trusted: then everybody has its address.
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
 * The address of a client as its proxy reports it, without the port that some proxies add; garbage
 * is `unknown`, so that it gives neither a limit of its own nor a text in a log. This is the only place that reads it from the
 * socket, which has none once the client has reset it.
 */
export function addressOf(client: { ip: string | undefined }): string {
  const reported = client.ip ?? ''
  const [, bare = reported] =
    /^\[(.*)\](?::\d{1,5})?$/.exec(reported) ?? /^([\d.]+):\d{1,5}$/.exec(reported) ?? []
  return isIP(bare.replace(/%.*$/, '')) === 0 ? 'unknown' : bare
}

/**
 * The unit of a limit per address: an IPv4 address, or the 64-bit network that one IPv6 customer
 * has.
 */
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
