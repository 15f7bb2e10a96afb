import * as endpoints from '@portal/domain/questions/questions.endpoints'
import type { AskQuestion, InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The questions about an invoice and their answers, oldest first. */
export function questionsQuery(accountId: string, invoiceNumber: string) {
  return queryOptions({
    queryKey: ['questions', accountId, invoiceNumber],
    queryFn: ({ signal }) =>
      call(endpoints.listQuestions, {
        params: { invoiceNumber },
        query: { companyFilter: accountId },
        signal,
      }),
  })
}

export function askQuestion(
  accountId: string,
  invoiceNumber: string,
  body: AskQuestion,
  key: string,
) {
  return call(endpoints.askQuestion, {
    params: { invoiceNumber },
    query: { companyFilter: accountId },
    headers: { 'idempotency-key': key },
    body,
  })
}

export function withdrawQuestion(accountId: string, questionId: string) {
  return call(endpoints.withdrawQuestion, {
    params: { questionId },
    query: { companyFilter: accountId },
  })
}

/** Shows a question that was asked or withdrawn, in its place. */
export function showQuestion(
  client: QueryClient,
  accountId: string,
  invoiceNumber: string,
  question: InvoiceQuestion,
) {
  client.setQueryData(questionsQuery(accountId, invoiceNumber).queryKey, (known = []) =>
    known.some(({ id }) => id === question.id)
      ? known.map((one) => (one.id === question.id ? question : one))
      : [...known, question],
  )
}
