import { InvoiceKey } from '../invoices/invoices.schema.ts'
import { declareCalls } from '../kernel/call.ts'
import { AuthorizationQuery, InvoiceAuthorization } from './authorization.schema.ts'

export const authorizationCalls = declareCalls({
  getAuthorization: {
    method: 'GET',
    path: '/invoice/details/:invoiceNumber/authorization',
    access: 'AccessInvoices',
    isHeavy: true,
    summary:
      'Returns which license, order or equipment request each line of an invoice rests on, and what to check. All invoices of its month are looked at.',
    params: InvoiceKey,
    query: AuthorizationQuery,
    answers: { 200: InvoiceAuthorization },
    refuses: [],
  },
})
