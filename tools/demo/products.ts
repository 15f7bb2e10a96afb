import { worldCustomers } from './world-customers.ts'

export interface DemoProduct {
  productId: string
  description: string
  itemGroupName: string
  /** Absent if the product is charged once, by the delivered quantity. */
  monthlyPrice?: string
  /** What a line of a bill contains about the product. */
  words: string
  /** The one-time price, if there is no monthly price. */
  price?: string
  /** The price before the last turn of the year, and the announced price after the next one. */
  priceBefore?: string
  priceNext?: string
  formerName?: string
  aliases?: string[]
  replacedBy?: string
  perUser: boolean
  prorates: boolean
  billingMonths: 1 | 3
}

type Facts = Partial<Omit<DemoProduct, 'productId' | 'description' | 'itemGroupName' | 'words'>>
type Row = [
  productId: string,
  description: string,
  monthlyPrice: string | null,
  words: string,
  facts?: Facts,
]

const group = (itemGroupName: string, defaults: Facts, rows: Row[]): DemoProduct[] =>
  rows.map(([productId, description, monthlyPrice, words, facts]) => ({
    productId,
    description,
    itemGroupName,
    ...(monthlyPrice !== null && { monthlyPrice }),
    words,
    perUser: false,
    prorates: false,
    billingMonths: 1,
    ...defaults,
    ...facts,
  }))

const perUser: Facts = { perUser: true, prorates: true }
const ofSession: Facts = { perUser: false }

const inOtherLanguages = (sold: 0 | 1) => worldCustomers.map((customer) => customer.sold[sold][0])

/** All products; each name on a bill is a description or an alias. */
export const products: readonly DemoProduct[] = [
  ...group('Trading Products', perUser, [
    [
      '10010',
      'TT Pro',
      '1575.00',
      'Per user, monthly',
      { priceBefore: '1520.00', priceNext: '1625.00', aliases: inOtherLanguages(0) },
    ],
    ['10020', 'TT Standard', '735.00', 'Per user, monthly', { priceBefore: '710.00' }],
    ['10030', 'TT Autospreader', '425.00', 'Add-on per user, monthly'],
    ['10040', 'TT Algo Design Lab', '600.00', 'Per user, monthly', { formerName: 'TT ADL' }],
    ['10050', 'TT Score', '1250.00', 'Per user, monthly'],
    // The two trading products that have no user name.
    ['10085', 'TT FIX Order Routing', '950.00', 'FIX session, production', ofSession],
    ['10086', 'TT FIX Drop Copy', '450.00', 'FIX session, production', ofSession],
  ]),
  ...group('Subscription Service Fees', {}, [
    ['20010', 'Company relationship: brokerage', '50.00', 'Monthly'],
    ['20020', 'Company relationship: clearing', '50.00', 'Monthly'],
    ['20030', 'Company relationship: risk sharing', '50.00', 'Monthly'],
  ]),
  ...group('Gateways', {}, [
    ['30010', 'CME Gateway', '1800.00', 'Monthly'],
    ['30020', 'ICE Gateway', '1800.00', 'Monthly'],
    ['30030', 'Eurex Gateway', '1650.00', 'Monthly'],
    ['30040', 'HKEX Gateway', '1400.00', 'Monthly'],
  ]),
  ...group('Market Data', perUser, [
    [
      '40010',
      'CME Level 2',
      '117.25',
      'Per user, non-display excluded',
      { aliases: inOtherLanguages(1) },
    ],
    [
      '40020',
      'ICE Futures Europe Level 2',
      '131.50',
      'Per user, monthly',
      { formerName: 'ICE Futures Europe' },
    ],
    ['40030', 'Eurex Depth', '68.75', 'Order book depth, per user'],
    ['40039', 'HKEX Level 1', '21.50', 'Per user, monthly', { replacedBy: '40040' }],
    ['40040', 'HKEX Derivatives', '25.80', 'Level 1, per user'],
    ['40090', 'Historical Ticks', null, 'Per gigabyte delivered', { ...ofSession, price: '18.15' }],
  ]),
  ...group('Hosting', {}, [
    ['50010', 'Cabinet', '2150.00', '42U cabinet, billed quarterly', { billingMonths: 3 }],
    ['50020', 'Power', '880.00', '5 kVA, A and B feed'],
    ['50030', 'Cross Connect', '325.00', 'Single mode fiber'],
    ['50040', 'Managed Server', '749.00', 'Server with monitoring'],
    ['50090', 'On-site Day', null, 'Engineer on site', { price: '1650.00' }],
    ['50095', 'Equipment Installation', null, 'By equipment request'],
  ]),
  ...group('TTNET', {}, [
    ['60010', 'TTNET Circuit', '1850.00', '100 Mbit/s, primary'],
    ['60011', 'TTNET Backup Circuit', '1200.00', '100 Mbit/s, backup'],
    ['60020', 'Router', '175.00', 'Managed router'],
    ['60030', 'VPN', '95.00', 'Site to site'],
  ]),
  ...group('Support', {}, [
    [
      '70010',
      'Premium Support',
      '2400.00',
      '24 hours, named engineer, billed quarterly',
      { billingMonths: 3 },
    ],
    ['70090', 'Training', null, 'Half a day, up to ten people', { price: '875.00' }],
  ]),
]

const byId = new Map(products.map((product) => [product.productId, product]))

export function productOf(productId: string): DemoProduct {
  const product = byId.get(productId)
  if (!product) throw new Error(`the demo sells no product ${productId}`)
  return product
}
