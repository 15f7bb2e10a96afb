import { declareCalls } from '../kernel/call.ts'
import { Forecast, ForecastQuery, Spend, SpendQuery } from './spend.schema.ts'

export const spendCalls = declareCalls({
  getSpend: {
    method: 'GET',
    path: '/invoice/spend',
    access: 'AccessInvoices',
    isHeavy: true,
    summary: 'Returns what the company was invoiced per month and group, in one currency.',
    query: SpendQuery,
    answers: { 200: Spend },
    refuses: [],
  },
  getForecast: {
    method: 'GET',
    path: '/invoice/spend/forecast',
    access: 'AccessInvoices',
    isHeavy: true,
    summary:
      'Returns what the licenses in force will be charged in the three months after the last one of which licenses were charged, in one currency. Users who may not see licenses get no months.',
    query: ForecastQuery,
    answers: { 200: Forecast },
    refuses: [],
  },
})
