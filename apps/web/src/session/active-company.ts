import type { Company } from '@portal/domain/companies/companies.schema'
import type { Myself } from '@portal/domain/session/session.schema'

/**
 * The company whose data is shown: a super admin's selection, else the user's own.
 * A selection stored in the browser has no effect for other users.
 */
export function activeCompany(me: Myself, selection: Company | undefined): Company {
  if (me.role === 'SuperAdmin' && selection) return selection
  return { accountId: me.accountId, name: me.companyName }
}

/** True if a super admin works for a company other than their own. */
export function isActing(me: Myself, company: Company): boolean {
  return company.accountId !== me.accountId
}
