// Records as the ERP sends them, of the company A1 unless `more` names another one.

export const product = (productId: string, more: object = {}) => ({
  record: 'product',
  productId,
  description: `Product ${productId}`,
  itemGroupName: 'Gateways',
  monthlyPrice: '120.00',
  ...more,
})
export const license = (licenseId: string, more: object = {}) => ({
  record: 'license',
  licenseId,
  accountId: 'A1',
  productId: 'M',
  since: '2026-01-01',
  monthlyPrice: '110.00',
  ...more,
})
export const charged = (licenseId: string | null, total: string, more: object = {}) => ({
  productName: 'Product M',
  ...(licenseId && { licenseId }),
  total,
  servicePeriodStart: '2026-11-01',
  servicePeriodEnd: '2026-11-30',
  ...more,
})
export const invoice = (
  invoiceNumber: string,
  lineItems: ({ total: string } & Record<string, unknown>)[],
  more: object = {},
) => ({
  record: 'invoice',
  accountId: 'A1',
  invoiceNumber,
  date: '2026-11-02',
  amount: lineItems.reduce((sum, { total }) => sum + Number(total), 0).toFixed(2),
  balanceDue: '0',
  currencyIsoCode: 'USD',
  invoiceCategory: 'Licenses',
  lineItems,
  ...more,
})

export const october = { servicePeriodStart: '2026-10-01', servicePeriodEnd: '2026-10-31' }
