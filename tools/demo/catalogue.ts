import { companies } from '../../apps/sandbox/src/cast.ts'
import { products } from './products.ts'

// An order for a company relationship names the first of these networks.
const sharedNetworks = ['TT Platform', 'CME Globex', 'Eurex', 'Euronext', 'HKEX', 'ICE', 'SGX']

const sites = companies.flatMap(({ accountId, name, isProvider }) =>
  isProvider
    ? []
    : ['London LD4', 'Aurora'].map((site) => ({
        accountId,
        networkId: `${accountId}-${site.slice(0, 3).toUpperCase()}`,
        shortName: `${name.split(' ')[0]} ${site}`,
      })),
)

/** Returns the name of a network; the id of a shared network is its name. */
export const networkName = (id: string): string =>
  sites.find(({ networkId }) => networkId === id)?.shortName ?? id

/** The products and networks that can be ordered, and the companies that may order them. */
export function* catalogue() {
  for (const { formerName, aliases = [], ...product } of products) {
    const { words: _, price: _once, priceBefore: _before, priceNext: _next, ...fields } = product
    const names = formerName ? [...aliases, formerName] : aliases
    yield { record: 'product', ...fields, ...(names.length > 0 && { aliases: names }) }
  }
  for (const name of sharedNetworks) yield { record: 'network', networkId: name, shortName: name }
  for (const site of sites) yield { record: 'network', ...site }
  yield* accreditation
}

const accreditation = [
  ['ACC-100', 'TT Platform Accreditation', '249.00'],
  ['ACC-200', 'TT Algo Design Lab Accreditation', '399.00'],
  ['ACC-300', 'TT Risk Administrator Accreditation', '299.50'],
].map(([productId, productName, productPrice]) => ({
  record: 'accreditationProduct',
  productId,
  productName,
  productPrice,
}))
