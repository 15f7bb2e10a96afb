import type { FastifyPluginAsync } from 'fastify'
import sql from 'sql-template-tag'
import { companyCalls } from '@portal/domain/companies/companies.calls'
import type { Company } from '@portal/domain/companies/companies.schema'
import type { Deps } from '../deps.ts'
import { withAccount } from '../platform/database.ts'
import { serve } from '../platform/serve.ts'

export const companyRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, companyCalls.listCompanies, () =>
    // The one read across companies: the list a super admin picks from, with names only.
    withAccount(deps.db, '*', (tx) =>
      tx.query<Company>(sql`
        select account_id as "accountId", name from company order by lower(name), account_id`),
    ),
  )
}
