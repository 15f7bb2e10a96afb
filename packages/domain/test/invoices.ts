import type { BankAccount } from '../src/invoices/bank-transfer.schema.ts'
import type { Invoice } from '../src/invoices/invoices.schema.ts'

/** An invoice of a list, not due before December 2026. */
export const listedInvoice: Invoice = {
  id: '1',
  invoiceNumber: 'INV-1',
  name: 'Aldgate Capital',
  customerNumber: 'C-10458',
  invoiceType: 'Data',
  source: 'Salesforce',
  date: '2026-11-01',
  dueDate: '2026-12-01',
  serviceMonth: '2026-11',
  servicePeriod: 'Nov 2026',
  isLateFee: false,
  hasBeenCharged: false,
  isOnHold: false,
  isBeingPosted: false,
  hasPdf: true,
  hasXls: true,
  currencyIsoCode: 'USD',
  amount: 251,
  balanceDue: 251,
  moneyBack: null,
  autoPayOn: null,
}

/** A bank account without any values. */
export const emptyAccount: BankAccount = {
  beneficiary: '',
  beneficiaryAddress: '',
  bankName: '',
  bankAddress: '',
  iban: '',
  accountNumber: '',
  bic: '',
  routingNumber: '',
  sortCode: '',
  note: '',
}
