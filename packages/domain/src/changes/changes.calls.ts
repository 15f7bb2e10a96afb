import { declareCalls } from '../kernel/call.ts'
import { InvoiceKey } from '../invoices/invoices.schema.ts'
import { CompanyFilter } from '../session/session.schema.ts'
import {
  ChangesQuery,
  ComparedInvoices,
  InvoiceChanges,
  InvoiceDifferences,
} from './changes.schema.ts'

export const changeCalls = declareCalls({
  getChanges: {
    method: 'GET',
    path: '/invoice/details/:invoiceNumber/changes',
    access: 'AccessInvoices',
    isHeavy: true,
    summary:
      'Returns why an invoice differs from the earlier one that it continues. 404 if you may not see one of the two, 409 if they have different currencies.',
    params: InvoiceKey,
    query: ChangesQuery,
    answers: { 200: InvoiceChanges },
    refuses: [409],
  },
  compareInvoices: {
    method: 'POST',
    path: '/invoice/selected-invoices/differences',
    access: 'AccessInvoices',
    unshown: 'reads',
    isHeavy: true,
    summary:
      'Returns by how much each of these invoices differs from the one that it continues. Changes nothing.',
    query: CompanyFilter,
    body: ComparedInvoices,
    answers: { 200: InvoiceDifferences },
    refuses: [],
  },
})
