import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { currentAccount } from './current-account.ts'
import { otherCompany, Refusal } from '../platform/http/refusal.ts'
import { scopeOf, type Scope } from '../platform/database/scope.ts'
import { findScope } from './session.queries.ts'

/**
 * Returns the company that a body names: the company of the request, or for a super admin any company if the request names
 * no other.
 */
export async function scopeOfBody(
  deps: Deps,
  request: FastifyRequest,
  named: string,
): Promise<Scope> {
  const scope = scopeOf(request)
  if (named === scope.accountId) return scope
  // A super admin's tab may stay open during a merge.
  const accountId = await currentAccount(deps.db, named)
  if (accountId === scope.accountId) return scope
  if (isCompanyNamed(request))
    throw new Refusal(400, 'The body and the address name two companies.')
  if (scope.actor.role !== 'SuperAdmin') throw otherCompany()
  const found = await findScope(deps.db, request, accountId)
  if (!found) throw new Refusal(404, 'Company not found.')
  return found
}

export function isCompanyNamed({ query }: FastifyRequest): boolean {
  return 'companyFilter' in (query as object) || 'crmId' in (query as object)
}
