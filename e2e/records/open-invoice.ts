import { addDays, type Day } from '@portal/domain/kernel/day'

/** An unpaid invoice in USD, due in ten days. */
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
