/** A service that the provider sells, with the category of its invoices. */
export interface Service {
  invoiceType: string
  source: string
  /** Codes of the selling companies. */
  subsidiary: 'MTS-US' | 'MTS-EU' | 'MTS-DATA'
  items: { name: string; description: string; cents: number }[]
}

const item = (name: string, description: string, cents: number) => ({ name, description, cents })

export const services: Service[] = [
  {
    invoiceType: 'License',
    source: 'Salesforce',
    subsidiary: 'MTS-US',
    items: [
      item('TT Pro', 'TT Pro per user, monthly', 157500),
      item('TT Standard', 'TT Standard per user, monthly', 73500),
      item('TT Autospreader', 'Autospreader add-on per user', 42500),
      item('TT ADL', 'Algo Design Lab per user', 6e4),
      item('TT FIX Order Routing', 'FIX session, production', 95e3),
    ],
  },
  {
    invoiceType: 'Market Data',
    source: 'Salesforce',
    subsidiary: 'MTS-DATA',
    items: [
      item('CME Level 2', 'Professional, non-display excluded', 11725),
      item('ICE Futures Europe', 'Level 2, per user', 13150),
      item('Eurex Depth', 'Order book depth, per user', 6875),
      item('HKEX Derivatives', 'Level 1, per user', 2580),
      item('Historical Ticks', 'Per gigabyte delivered', 1815),
    ],
  },
  {
    invoiceType: 'Hosting',
    source: 'Netsuite',
    subsidiary: 'MTS-US',
    items: [
      item('Cabinet', '42U cabinet, monthly', 215e3),
      item('Power', '5 kVA, A and B feed', 88e3),
      item('Cross Connect', 'Single mode fibre', 32500),
      item('Managed Server', 'Server with monitoring', 74900),
    ],
  },
  {
    invoiceType: 'TTNET',
    source: 'Netsuite',
    subsidiary: 'MTS-EU',
    items: [
      item('TTNET Circuit', '100 Mbit/s, primary', 185e3),
      item('TTNET Circuit', '100 Mbit/s, backup', 12e4),
      item('Router', 'Managed router', 17500),
      item('VPN', 'Site to site', 9500),
    ],
  },
  {
    invoiceType: 'Support',
    source: 'Zuora',
    subsidiary: 'MTS-EU',
    items: [
      item('Premium Support', '24 hours, named engineer', 24e4),
      item('On-site Day', 'Engineer on site', 165e3),
      item('Training', 'Half a day, up to ten people', 87500),
    ],
  },
]

/** The places where the services are used; part of every line. */
export const places = [
  ['Chicago', 'IL'],
  ['New York', 'NY'],
  ['Aurora', 'IL'],
  ['Secaucus', 'NJ'],
  ['Houston', 'TX'],
  ['London', ''],
  ['Frankfurt am Main', 'HE'],
  ['Zürich', 'ZH'],
  ['Αθήνα', ''],
  ['東京', ''],
  ['Singapore', ''],
  ['São Paulo', 'SP'],
  ['Sydney', 'NSW'],
] as [city: string, state: string][]
