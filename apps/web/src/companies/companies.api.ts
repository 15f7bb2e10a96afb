import type { Company } from '@portal/domain/companies/companies.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { sortedByName } from './company-search.ts'

/** Every company, by name; only a super admin may ask. */
export const companyListQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: async ({ signal }) => sortedByName(await call<Company[]>('/company/all', { signal })),
  staleTime: 60_000,
})
