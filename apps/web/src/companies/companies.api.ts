import * as endpoints from '@portal/domain/companies/companies.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { sortedByName } from './company-search.ts'

/** Every company, by name; only for super admins. */
export const companyListQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: async ({ signal }) => sortedByName(await call(endpoints.listCompanies, { signal })),
  staleTime: 60_000,
})
