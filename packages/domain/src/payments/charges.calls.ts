import { declareCalls } from '../kernel/call.ts'
import { IdempotencyHeaders } from '../kernel/fields.ts'
import { SelectedInvoices } from '../invoices/invoices.schema.ts'
import { CompanyFilter } from '../session/session.schema.ts'
import {
  BatchId,
  CurrentBatch,
  InvoiceId,
  NotAppliedAnswer,
  NotAppliedQuery,
  OpenCredits,
  OpenCreditsQuery,
  PayAllPlan,
  PayAllBody,
  PayAllQuery,
  PaymentAnswer,
  pendingPayment,
  PaymentBatch,
  PaymentBody,
  PaymentQuery,
  PaySelectedBody,
} from './charges.schema.ts'

const batch = '/invoice/all-invoices/payment'
const selected = '/invoice/selected-invoices/payment'

/** The calls that charge cards: one invoice, or a batch of them. */
export const chargeCalls = declareCalls({
  payInvoice: {
    method: 'POST',
    path: '/invoice/:id/payment',
    access: 'PayInvoices',
    record: ['invoice', 'id'],
    summary:
      'Pays an invoice by card, and only once if the call is repeated; 202: the result is not known yet. 409 if the invoice has `moneyBack` and `payAgainAfter` is not its `at`, if more is due than `shown`, if the company has money not applied and `notAppliedUntil` is not its `at`, or if it has a `transferNotice` and `noticeId` is not its `id`.',
    params: InvoiceId,
    query: PaymentQuery,
    headers: IdempotencyHeaders,
    body: PaymentBody,
    answers: { 200: PaymentAnswer, 202: PaymentAnswer },
    examples: { 202: pendingPayment },
    refuses: [402, 409],
  },
  getNotApplied: {
    method: 'GET',
    path: '/payment/not-applied',
    access: 'PayInvoices',
    summary: 'Returns money that was paid by card and is not applied to invoices yet, or null.',
    query: NotAppliedQuery,
    answers: { 200: NotAppliedAnswer },
    refuses: [],
  },
  listOpenCredits: {
    method: 'GET',
    path: '/payment/open-credits',
    access: 'PayInvoices',
    summary: 'Lists the open credits in USD that you may see. Card payments do not use them.',
    query: OpenCreditsQuery,
    answers: { 200: OpenCredits },
    refuses: [],
  },
  payAll: {
    method: 'POST',
    path: batch,
    access: 'PayInvoices',
    summary:
      'Pays every invoice that can be paid by card, one by one; 202: the batch is still running, request it later.',
    query: PayAllQuery,
    headers: IdempotencyHeaders,
    body: PayAllBody,
    answers: { 200: PaymentBatch, 202: PaymentBatch },
    refuses: [409],
  },
  planPayAll: {
    method: 'GET',
    path: `${batch}/plan`,
    access: 'PayInvoices',
    summary:
      'Returns what paying all would charge now, and which unpaid invoices it would leave out, with the reasons.',
    query: CompanyFilter,
    answers: { 200: PayAllPlan },
    refuses: [],
  },
  planPaySelected: {
    method: 'POST',
    path: `${selected}/plan`,
    access: 'PayInvoices',
    unshown: 'reads',
    summary:
      'Returns what paying these invoices would charge now, and which of them it would leave out, with the reasons.',
    query: CompanyFilter,
    body: SelectedInvoices,
    answers: { 200: PayAllPlan },
    refuses: [],
  },
  paySelected: {
    method: 'POST',
    path: selected,
    access: 'PayInvoices',
    summary:
      'Pays those of these invoices that can be paid by card, one by one; 202: the batch is still running, request it later. 409 if another batch is running.',
    query: PayAllQuery,
    headers: IdempotencyHeaders,
    body: PaySelectedBody,
    answers: { 200: PaymentBatch, 202: PaymentBatch },
    refuses: [409],
  },
  getCurrentBatch: {
    method: 'GET',
    path: batch,
    access: 'PayInvoices',
    summary: 'Returns the batch that is running, or the newest one of the last day, or null.',
    query: CompanyFilter,
    answers: { 200: CurrentBatch },
    refuses: [],
  },
  getBatch: {
    method: 'GET',
    path: `${batch}/:batchId`,
    access: 'PayInvoices',
    summary: 'Returns the progress of a batch, invoice by invoice.',
    params: BatchId,
    query: CompanyFilter,
    answers: { 200: PaymentBatch },
    refuses: [],
  },
  continueBatch: {
    method: 'POST',
    path: `${batch}/:batchId/continue`,
    access: 'PayInvoices',
    unshown: 'continues',
    summary:
      "Checks whether the payer answered the card's bank, and pays the rest; until then, show the bank's question with `question.clientSecret`.",
    params: BatchId,
    query: CompanyFilter,
    body: null,
    answers: { 200: PaymentBatch, 202: PaymentBatch },
    refuses: [],
  },
  stopBatch: {
    method: 'POST',
    path: `${batch}/:batchId/stop`,
    access: 'PayInvoices',
    unshown: 'ends',
    summary: 'Skips the invoices that a batch has not tried yet.',
    params: BatchId,
    query: CompanyFilter,
    body: null,
    answers: { 200: PaymentBatch, 202: PaymentBatch },
    refuses: [],
  },
})
