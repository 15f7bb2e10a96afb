import type { Company } from '@portal/domain/companies/companies.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { forgetNamed } from '../kernel/company-in-address.ts'
import { myselfQuery } from './session.api.ts'
import { selectCompany } from './super-mode.ts'

/** Changes the company a super admin acts for. The data shown follows, and who-am-I is requested again. */
export function useChooseCompany() {
  const client = useQueryClient()
  return useCallback(
    (company: Company) => {
      forgetNamed()
      selectCompany(company)
      void client.invalidateQueries({ queryKey: myselfQuery.queryKey })
    },
    [client],
  )
}
