import { companies } from '../../apps/sandbox/src/cast.ts'

type ProductRow = [sku: string, description: string, monthlyPrice: string]

const groups: Record<string, ProductRow[]> = {
  'Trading Products': [
    ['10010', 'TT Pro', '1575.00'],
    ['10020', 'TT Standard', '735.00'],
    ['10030', 'TT Autospreader', '425.00'],
    ['10040', 'TT Algo Design Lab', '600.00'],
    ['10050', 'TT Score', '1250.00'],
    // The two trading products that have no user name.
    ['10085', 'TT FIX Order Routing', '950.00'],
    ['10086', 'TT FIX Drop Copy', '450.00'],
  ],
  'Subscription Service Fees': [
    ['20010', 'Company relationship: brokerage', '50.00'],
    ['20020', 'Company relationship: clearing', '50.00'],
    ['20030', 'Company relationship: risk sharing', '50.00'],
  ],
  Gateways: [
    ['30010', 'CME Gateway', '1800.00'],
    ['30020', 'ICE Gateway', '1800.00'],
    ['30030', 'Eurex Gateway', '1650.00'],
    ['30040', 'HKEX Gateway', '1400.00'],
  ],
  'Market Data': [
    ['40010', 'CME Level 2', '117.25'],
    ['40020', 'ICE Futures Europe Level 2', '131.50'],
  ],
}

// An order of a company relationship names the first of these networks.
const sharedNetworks = ['TT Platform', 'CME Globex', 'Eurex', 'Euronext', 'HKEX', 'ICE', 'SGX']

/** The products and networks that can be ordered, and the companies that may order them. */
export function* catalogue() {
  for (const [itemGroupName, rows] of Object.entries(groups))
    for (const [productId, description, monthlyPrice] of rows)
      yield { record: 'product', productId, description, itemGroupName, monthlyPrice }
  for (const name of sharedNetworks) yield { record: 'network', networkId: name, shortName: name }
  for (const { accountId, name, isProvider } of companies)
    if (!isProvider)
      for (const site of ['London LD4', 'Aurora'])
        yield {
          record: 'network',
          accountId,
          networkId: `${accountId}-${site.slice(0, 3).toUpperCase()}`,
          shortName: `${name.split(' ')[0]} ${site}`,
        }
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

export interface OrderedProduct {
  sku: string
  group: string
}

/** Every product with its group. */
export const orderedProducts: OrderedProduct[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([sku]) => ({ sku, group })),
)
