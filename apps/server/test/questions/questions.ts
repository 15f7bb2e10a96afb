import { expect } from 'vitest'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { askedLine } from '@portal/domain/questions/ask'
import type { InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import { importRecords } from '../../src/import/import-records.ts'
import { recordSource } from '../../src/import/sources.ts'
import { notifyQuestions } from '../../src/questions/notify-questions.ts'
import type { Browser, TestPortal } from '../portal/portal.ts'

export const questionsEmail = 'questions@provider.example'

/** An invoice record of company A1. */
export const invoiceOf = (invoiceNumber: string, lineItems: object[], more: object = {}) => ({
  record: 'invoice',
  accountId: 'A1',
  invoiceNumber,
  date: '2026-10-01',
  amount: '100.00',
  balanceDue: '100.00',
  currencyIsoCode: 'USD',
  invoiceCategory: 'Licenses',
  lineItems,
  ...more,
})

/** The actions of the tests of questions: import, ask, withdraw, read, and run the worker that notifies. */
export function questionDesk(portal: TestPortal) {
  const imported = (...records: object[]) =>
    importRecords(portal.system, [recordSource('books', records)])
  const linesOf = async (who: Browser, number: string) =>
    (await who.get(`/api/invoice/details/${number}`)).json<InvoiceDetail>().lineItems
  return {
    imported,
    /** Imports records that must be accepted. */
    take: async (...records: object[]) => {
      const report = await imported(...records)
      expect(report.firstRejects).toEqual([])
      return report
    },
    linesOf,
    /** Asks about a line as currently shown. */
    ask: async (
      who: Browser,
      number: string,
      position: number,
      message: string,
      { key, query = '', ...more }: { key?: string; query?: string } & Record<string, unknown> = {},
    ) => {
      const detail = await who.get(`/api/invoice/details/${number}${query}`)
      const line = detail.json<Partial<InvoiceDetail>>().lineItems?.[position - 1]
      return who.post(`/api/invoice/details/${number}/questions${query}`, {
        payload: { position, line: line && askedLine(line), message, ...more },
        headers: key ? { 'idempotency-key': key } : {},
      })
    },
    withdraw: (who: Browser, id: string) => who.post(`/api/invoice/questions/${id}/withdrawal`),
    list: async (who: Browser, number: string) =>
      (await who.get(`/api/invoice/details/${number}/questions`)).json<InvoiceQuestion[]>(),
    tell: () => notifyQuestions(portal.system, { questionsEmail }),
    history: async (accountId: string) => {
      const { rows } = await portal.system.query<{ line: string }>(
        `select entry_type || ', ' || actor_name || ': ' || description as line from history_entry
          where account_id = $1 and entry_type like 'Question%' order by id`,
        [accountId],
      )
      return rows.map(({ line }) => line)
    },
  }
}

export const answerTo = (questionId: string, answer: string, more: object = {}) => ({
  record: 'invoiceAnswer',
  accountId: 'A1',
  questionId,
  answer,
  ...more,
})
