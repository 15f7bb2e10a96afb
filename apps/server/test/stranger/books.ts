import type { PortalEvent, PortalRecord } from './portal.ts'

/** A company with every kind of record. */
export function books(asOf: string): PortalRecord[] {
  return [
    { record: 'header', asOf },
    { record: 'company', accountId: 'KESTREL-7', name: 'Kestrel Futures 株式会社' },
    { record: 'invoiceCategory', invoiceCategoryId: 31, name: 'Terminal fees' },
    ...people,
    ...invoices,
    ...catalogue,
    ...orders,
    {
      record: 'accreditationProduct',
      productId: 'ACC-31',
      productName: 'Options Desk',
      productPrice: '149.50',
    },
    { record: 'externalRecipient', accountId: 'KESTREL-7', email: 'Ledger@Kestrel.example' },
    {
      record: 'bankAccount',
      subsidiary: 'KF-TOKYO',
      currencyIsoCode: 'JPY',
      beneficiary: 'Kestrel Futures 株式会社',
      beneficiaryAddress: '1-1 Marunouchi, Tokyo, Japan',
      bankName: 'Example Bank Tokyo',
      accountNumber: '001 7654321',
      bic: 'exmpjpjt',
    },
  ]
}

const kestrel = { accountId: 'KESTREL-7' }

const people: PortalRecord[] = [
  {
    record: 'user',
    ...kestrel,
    email: 'akiko.mori@kestrel.example',
    firstName: 'Akiko',
    lastName: 'Mori',
    permissions: ['AccessInvoices', 'PayInvoices', 'AccessLicenses', 'AccessErfs', 'ManageUsers'],
    invoiceCategories: ['Terminal fees', 'Licenses'],
  },
  {
    record: 'user',
    ...kestrel,
    email: 'sam.oduya@kestrel.example',
    permissions: ['AccessInvoices'],
    invoiceCategories: ['Licenses'],
  },
]

const invoices: PortalRecord[] = [
  {
    record: 'invoice',
    ...kestrel,
    invoiceNumber: 'KF/2026-11 1',
    date: '2026-11-01',
    dueDate: '2026-12-01',
    amount: '250.00',
    balanceDue: '250.00',
    currencyIsoCode: 'USD',
    name: 'Terminals, November',
    invoiceType: 'Terminals',
    invoiceCategory: 'Terminal fees',
    serviceMonth: '2026-11',
    portalPayments: [],
    lineItems: [
      {
        productName: 'Terminal',
        description: 'Seat 1',
        quantity: '2',
        salesPrice: 120.125,
        total: '240.25',
        licenseId: 'KL-1',
        userName: 'amori',
        chargeType: 'recurring',
        servicePeriodStart: '2026-11-01',
        servicePeriodEnd: '2026-11-30',
      },
      { productName: 'Delivery', total: 9.75, city: 'Zürich' },
    ],
  },
  {
    record: 'invoice',
    ...kestrel,
    invoiceNumber: 'KF-2',
    date: '2026-10-01',
    dueDate: '2026-11-01',
    amount: '75.50',
    balanceDue: '75.50',
    currencyIsoCode: 'USD',
    invoiceCategory: 'Licenses',
    portalPayments: [],
  },
  {
    record: 'invoice',
    ...kestrel,
    invoiceNumber: 'KF-JPY',
    date: '2026-11-01',
    amount: 12_000,
    balanceDue: 12_000,
    currencyIsoCode: 'JPY',
    invoiceCategory: 'Terminal fees',
    lineItems: [{ productName: '端末', total: '12000' }],
  },
  {
    record: 'invoice',
    ...kestrel,
    invoiceNumber: 'KF-CREDIT',
    date: '2026-10-15',
    amount: '-40.00',
    balanceDue: '-40.00',
    currencyIsoCode: 'USD',
    invoiceCategory: 'Licenses',
  },
]

const catalogue: PortalRecord[] = [
  {
    record: 'product',
    productId: 'KT-1',
    description: 'Terminal',
    itemGroupName: 'Gateways',
    monthlyPrice: '120.13',
  },
  { record: 'network', networkId: 'N-OSE', shortName: 'OSE', ...kestrel },
  { record: 'network', networkId: 'N-OLD', shortName: 'Closed', ...kestrel },
]

const orders: PortalRecord[] = [
  {
    record: 'license',
    ...kestrel,
    licenseId: 'KL-1',
    productId: 'KT-1',
    networkId: 'N-OSE',
    userName: 'amori',
    since: '2026-10-01',
    monthlyPrice: '120.13',
    licenseOrderId: 'KO-1',
    status: 'Active',
  },
  {
    record: 'licenseOrder',
    ...kestrel,
    id: 'KO-1',
    status: 'Submitted',
    createdDate: '2026-09-30',
    requestorName: 'Akiko Mori',
    lineItems: [
      {
        networkId: 'N-OSE',
        networkName: 'OSE',
        dateRequired: '2026-10-01',
        customerOrderRequestTypeId: 1,
        productSku: 'KT-1',
        productName: 'Terminal',
        userName: 'amori',
      },
    ],
  },
  {
    record: 'licenseOrder',
    ...kestrel,
    id: 'KO-DRAFT',
    status: 'Draft',
    createdDate: '2026-11-03',
  },
  {
    record: 'equipmentRequest',
    ...kestrel,
    equipmentRequestId: 'KE-1',
    orderDate: '2026-11-02',
    externalOrderStatus: 'Pending Customer Approval',
    lineItems: [
      { id: '1', equipmentName: '10G switch', installationFee: '250.00', dataCenter: 'TY3' },
    ],
  },
  {
    record: 'equipmentRequest',
    ...kestrel,
    equipmentRequestId: 'KE-2',
    orderDate: '2026-11-03',
    externalOrderStatus: 'Pending Customer Approval',
    lineItems: [{ id: '1', equipmentName: 'Rack', dataCenter: 'TY3' }],
  },
]

/** An invoice that the portal rejects: its amounts have decimals, which yen do not have. */
export const wrongYen: PortalRecord = {
  record: 'invoice',
  ...kestrel,
  invoiceNumber: 'KF-YEN-2',
  date: '2026-11-02',
  amount: '500.00',
  balanceDue: '500',
  currencyIsoCode: 'JPY',
  invoiceCategory: 'Terminal fees',
}

/** The invoice of a payment, as in the books after they posted the payment. */
export function paid(event: PortalEvent): PortalRecord[] {
  if (event.type !== 'invoice.payment.succeeded') return []
  const { invoiceNumber, paymentId, amountCents } = event.data
  const invoice = invoices.find(
    (one) => one.record === 'invoice' && one.invoiceNumber === invoiceNumber,
  )
  if (invoice?.record !== 'invoice') return []
  const amount = (amountCents / 100).toFixed(2)
  const balanceDue = (Number(invoice.balanceDue) - amountCents / 100).toFixed(2)
  const asOf = new Date().toISOString()
  return [{ ...invoice, balanceDue, asOf, portalPayments: [{ id: paymentId, amount }] }]
}

/** The answer to a question. */
export function answered(event: PortalEvent): PortalRecord[] {
  if (event.type !== 'invoice.question') return []
  const { questionId } = event.data
  return [
    { record: 'invoiceAnswer', ...kestrel, questionId, answer: 'ご質問の件: it is for two seats.' },
  ]
}

export const deletions: PortalRecord[] = [
  { record: 'delete', kind: 'network', key: 'N-OLD', ...kestrel },
  { record: 'delete', kind: 'externalRecipient', key: 'ledger@kestrel.example', ...kestrel },
  { record: 'delete', kind: 'bankAccount', key: 'KF-TOKYO JPY' },
  { record: 'delete', kind: 'user', key: 'sam.oduya@kestrel.example' },
  { record: 'delete', kind: 'invoice', key: 'KF-CREDIT', asOf: '2026-11-03T02:00:00Z' },
  { record: 'delete', kind: 'product', key: 'NEVER-THERE' },
]
