import { declareCalls } from '../kernel/call.ts'
import { Spend, SpendQuery } from './spend.schema.ts'

export const spendCalls = declareCalls({
  getSpend: {
    method: 'GET',
    path: '/invoice/spend',
    access: 'AccessInvoices',
    summary: 'Returns what the company was invoiced per month and group, in one currency.',
    query: SpendQuery,
    answers: { 200: Spend },
    refuses: [],
  },
})
