import { addDays, type Day } from '@portal/domain/kernel/day'

/** An invoice in USD of which everything is still due, ten days from now. */
export function openInvoice(
  today: Day,
  accountId: string,
  invoiceNumber: string,
  amount: string,
  fields: object = {},
) {
  return {
    record: 'invoice',
    accountId,
    invoiceNumber,
    name: 'Terminals',
    customerNumber: 'C-1',
    invoiceType: 'License',
    source: 'Zuora',
    date: addDays(today, -20),
    dueDate: addDays(today, 10),
    servicePeriod: 'October',
    currencyIsoCode: 'USD',
    amount,
    balanceDue: amount,
    portalPayments: [],
    ...fields,
  }
}
