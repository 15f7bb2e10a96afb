import type { Company } from '@portal/domain/companies/companies.schema'
import type { Myself } from '@portal/domain/session/session.schema'

/**
 * The company whose data is shown: a super admin's selection, else one's own.
 * A selection left in the browser has no effect for anybody else.
 */
export function activeCompany(me: Myself, selection: Company | undefined): Company {
  if (me.role === 'SuperAdmin' && selection) return selection
  return { accountId: me.accountId, name: me.companyName }
}

/** True while a super admin works in another company than the own one. */
export function isActing(me: Myself, company: Company): boolean {
  return company.accountId !== me.accountId
}
