import { Type } from 'typebox'
import { declareCalls } from '../kernel/call.ts'
import { CompanyFilter } from '../session/session.schema.ts'
import { Company } from './companies.schema.ts'

export const companyCalls = declareCalls({
  listCompanies: {
    method: 'GET',
    path: '/company/all',
    access: 'SuperAdmin',
    summary: 'Returns every company, by name.',
    query: CompanyFilter,
    answers: { 200: Type.Array(Company) },
    refuses: [],
  },
})
