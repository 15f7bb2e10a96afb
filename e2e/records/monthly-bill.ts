import type { Month } from '@portal/domain/kernel/month'

/** A paid bill for licenses, in USD, of a month and its first day. */
export const monthlyBill = (
  accountId: string,
  invoiceNumber: string,
  month: Month,
  amount: number,
  fields: object,
) => ({
  record: 'invoice',
  accountId,
  invoiceNumber,
  date: `${month}-01`,
  amount: amount.toFixed(2),
  balanceDue: '0.00',
  currencyIsoCode: 'USD',
  invoiceType: 'License',
  invoiceCategory: 'License',
  serviceMonth: month,
  ...fields,
})
