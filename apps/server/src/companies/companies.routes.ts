import type { FastifyPluginAsync } from 'fastify'
import sql from 'sql-template-tag'
import { companyCalls } from '@portal/domain/companies/companies.calls'
import type { Company } from '@portal/domain/companies/companies.schema'
import type { Deps } from '../deps.ts'
import { withAccount } from '../platform/database/database.ts'
import { serve } from '../platform/http/serve.ts'

export const companyRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, companyCalls.listCompanies, () =>
    // The only read across companies: the list from which a super admin selects a company, with names only.
    withAccount(deps.db, '*', async (tx) => {
      const companies = await tx.query<Company & { former: string[] }>(sql`
        select account_id as "accountId", name,
               array(select f.former_account_id from former_company f
                      where f.account_id = c.account_id order by 1) as former
          from company c order by lower(name), account_id`)
      return companies.map(({ former, ...company }) =>
        former.length > 0 ? { ...company, formerAccountIds: former } : company,
      )
    }),
  )
}
