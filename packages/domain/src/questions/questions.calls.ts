import { declareCalls } from '../kernel/call.ts'
import { IdempotencyHeaders } from '../kernel/fields.ts'
import { CompanyFilter } from '../session/session.schema.ts'
import {
  AskQuestion,
  InvoiceQuestion,
  InvoiceQuestions,
  QuestionKey,
  QuestionsKey,
} from './questions.schema.ts'

export const questionCalls = declareCalls({
  listQuestions: {
    method: 'GET',
    path: '/invoice/details/:invoiceNumber/questions',
    access: 'AccessInvoices',
    summary:
      'Returns the questions that users of the company asked the provider about lines of an invoice, with the answers, oldest first. 404 if you may not see the invoice.',
    params: QuestionsKey,
    query: CompanyFilter,
    answers: { 200: InvoiceQuestions },
    refuses: [],
  },
  askQuestion: {
    method: 'POST',
    path: '/invoice/details/:invoiceNumber/questions',
    access: 'AccessInvoices',
    unshown: 'asks',
    summary:
      'Asks the provider about a line of an invoice, only once if the call is repeated. 409 if the line has changed since you saw it, or if too many questions are open.',
    params: QuestionsKey,
    query: CompanyFilter,
    headers: IdempotencyHeaders,
    body: AskQuestion,
    answers: { 200: InvoiceQuestion },
    refuses: [409],
  },
  withdrawQuestion: {
    method: 'POST',
    path: '/invoice/questions/:questionId/withdrawal',
    access: 'AccessInvoices',
    unshown: 'ends',
    summary:
      'Withdraws a question that you asked. A repeat changes nothing. 409 if the provider has answered it.',
    params: QuestionKey,
    query: CompanyFilter,
    body: null,
    answers: { 200: InvoiceQuestion },
    refuses: [409],
  },
})
