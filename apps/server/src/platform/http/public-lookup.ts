import dns from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks such as `10.1.0.0/16` or `fd00::/8`. */
export class Networks {
  // There are separate lists because in one list every IPv4 address would be in `::/3`.
  readonly #lists = { 4: new BlockList(), 6: new BlockList() }

  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', length = ''] = network.split('/')
      if (isIP(address) === 6) this.#lists[6].addSubnet(address, Number(length), 'ipv6')
      else this.#lists[4].addSubnet(address, Number(length), 'ipv4')
    }
  }

  have(address: string): boolean {
    if (isIP(address) === 6) return this.#lists[6].check(address, 'ipv6')
    return this.#lists[4].check(address, 'ipv4')
  }
}

/** Private, local and reserved networks. */
const notPublic = new Networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // For IPv6 only 2000::/3 is public, except networks that contain IPv4 addresses or are for examples.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

export function isNetwork(text: string): boolean {
  const [address = '', length = '', ...more] = text.split('/')
  const family = isIP(address)
  const longest = family === 6 ? 128 : 32
  return family > 0 && more.length === 0 && /^\d{1,3}$/.test(length) && Number(length) <= longest
}

export function isAllowedAddress(address: string, allowed: Networks): boolean {
  return allowed.have(address) || !notPublic.have(address)
}

/** The address is in a network to which nothing may be sent. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}

/**
 * Resolves a name for a connection and refuses it if any of its addresses is not public. The connection uses the checked
 * address, without a second lookup. A name that is an IP address is checked as well.
 */
export function publicLookup(allowed: Networks): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const forbidden = addresses.find(({ address }) => !isAllowedAddress(address, allowed))
      const [first] = addresses
      if (forbidden || !first)
        return callback(
          new ForbiddenAddress(`${hostname} is ${forbidden?.address ?? 'nowhere'}`),
          '',
        )
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
