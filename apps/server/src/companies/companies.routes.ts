import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import sql from 'sql-template-tag'
import { CompanyList, type Company } from '@portal/domain/companies/companies.schema'
import type { Deps } from '../deps.ts'
import { withAccount } from '../platform/database.ts'

export const companyRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    '/company/all',
    { config: { access: 'SuperAdmin' }, schema: { response: { 200: CompanyList } } },
    () =>
      // The one reading across companies: the list a super admin picks from, and nothing but names.
      withAccount(deps.db, '*', (tx) =>
        tx.query<Company>(sql`
          select account_id as "accountId", name from company order by lower(name), account_id`),
      ),
  )
}
