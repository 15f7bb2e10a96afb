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

/** The company of an address that is not the one that a super admin acts for. It has no meaning for other users. */
export function otherCompany(
  me: Myself,
  selection: Company | undefined,
  named: string | undefined,
): string | undefined {
  const isOther = named !== undefined && named !== activeCompany(me, selection).accountId
  return me.role === 'SuperAdmin' && isOther ? named : undefined
}

/** The company that addresses name: none if a user works for the own one. */
export function companyInAddress(
  me: Myself,
  selection: Company | undefined,
  named: string | undefined,
): string | undefined {
  const company = activeCompany(me, selection)
  return (
    otherCompany(me, selection, named) ?? (isActing(me, company) ? company.accountId : undefined)
  )
}
