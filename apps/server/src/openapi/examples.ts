import type { PortalEvent } from '@portal/domain/integration/events.schema'
import type { RecordsReport } from '@portal/domain/integration/records.schema'

/** Examples of what machines send and get; a test holds them against the schemas. */
interface Example {
  body?: unknown
  answers?: Partial<Record<200 | 202 | 422, unknown>>
}

const event: PortalEvent = {
  id: '0b8d1c52-6a55-4f0e-9a43-5b0f9c1b7e11',
  position: 1207,
  type: 'invoice.payment.succeeded',
  timestamp: '2026-11-20T14:03:11.482Z',
  accountId: '10412',
  data: {
    accountId: '10412',
    crmId: '10412',
    paymentId: '5d1f2b1c-4b0e-4d3a-8a8e-1f2b3c4d5e6f',
    invoiceId: '88012',
    invoiceNumber: 'INV-2026-1107',
    amountCents: 125_000,
    currency: 'USD',
    providerPaymentId: 'pi_3QExample',
    batchId: null,
    paidBy: { userId: '6b1f7a52-2f0c-4c55-9d52-0a4d7be1c001', name: 'Paula Reyes' },
  },
}

const report: RecordsReport = {
  id: '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e',
  state: 'loaded',
  message: 'Loaded.',
  bytes: 412,
  receivedAt: '2026-11-20T14:00:00.000Z',
  finishedAt: '2026-11-20T14:00:01.250Z',
  kinds: { invoice: { inserted: 1, updated: 0, unchanged: 0, stale: 0, deleted: 0, rejected: 0 } },
  totals: [{ currency: 'USD', invoices: 1, amount: '1250.00', balanceDue: '1250.00' }],
  rejected: 0,
  rejects: [],
}

const refused: RecordsReport = {
  ...report,
  state: 'refused',
  message: 'Nothing was changed: 1 records were rejected.',
  kinds: { invoice: { inserted: 0, updated: 0, unchanged: 0, stale: 0, deleted: 0, rejected: 1 } },
  totals: [],
  rejected: 1,
  rejects: [{ line: 1, field: 'amount', reason: 'is not an amount with at most two decimals' }],
}

const invoice =
  '{"record":"invoice","invoiceNumber":"INV-2026-1107","accountId":"10412","date":"2026-11-01",' +
  '"dueDate":"2026-12-01","amount":"1250.00","balanceDue":"1250.00","currencyIsoCode":"USD","invoiceType":"License"}\n'

export const examples: Record<string, Example> = {
  'GET /integration/events': { answers: { 200: { events: [event], position: 1207 } } },
  'POST /integration/records': {
    body: invoice,
    answers: {
      200: report,
      202: {
        ...report,
        state: 'waiting',
        message: 'The records wait.',
        finishedAt: null,
        kinds: {},
        totals: [],
      },
      422: refused,
    },
  },
  'GET /integration/records/:id': { answers: { 200: report } },
  'POST /admin/update-user': {
    body: {
      userId: '6b1f7a52-2f0c-4c55-9d52-0a4d7be1c001',
      accountId: '10412',
      role: 'User',
      permissions: ['AccessInvoices', 'PayInvoices'],
    },
  },
  'POST /payment/recipient/external/add': {
    body: { crmId: '10412', emailRecipients: ['accounting@aldgate.example'] },
  },
  'PUT /payment/autopay/settings': {
    body: { capPerCharge: 5000, capPerMonth: null, pausedUntil: null },
  },
  'POST /signin': { body: { returnUrl: '/manage' } },
}

/** Sent to the provider's endpoint, not called: described as a webhook. */
export const eventExample = event
