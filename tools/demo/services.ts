/** A service that the provider sells, with the category of its invoices. */
export interface Service {
  invoiceType: string
  source: string
  /** Codes of the selling companies. */
  subsidiary: 'MTS-US' | 'MTS-EU' | 'MTS-DATA'
}

/** In the order of their bills in a month. */
export const services: Service[] = [
  { invoiceType: 'License', source: 'Salesforce', subsidiary: 'MTS-US' },
  { invoiceType: 'Market Data', source: 'Salesforce', subsidiary: 'MTS-DATA' },
  { invoiceType: 'Hosting', source: 'Netsuite', subsidiary: 'MTS-US' },
  { invoiceType: 'TTNET', source: 'Netsuite', subsidiary: 'MTS-EU' },
  { invoiceType: 'Support', source: 'Zuora', subsidiary: 'MTS-EU' },
]
