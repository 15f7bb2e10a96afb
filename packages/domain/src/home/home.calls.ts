import { declareCalls } from '../kernel/call.ts'
import { CompanyFilter } from '../session/session.schema.ts'
import { Home } from './home.schema.ts'

export const homeCalls = declareCalls({
  getHome: {
    method: 'GET',
    path: '/home',
    access: 'signedIn',
    summary:
      'Returns what needs you now: amounts due, AutoPay, approvals, requests, drafts, and what happened since your last visit. Counts as a visit.',
    query: CompanyFilter,
    answers: { 200: Home },
    refuses: [],
  },
})
