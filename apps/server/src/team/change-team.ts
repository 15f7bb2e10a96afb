import type { FastifyRequest } from 'fastify'
import { mayUse } from '@portal/domain/kernel/permissions'
import { lastManagerReason, type Grantor } from '@portal/domain/team/grants'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/database/database.ts'
import { signChanges } from '../platform/history/history.ts'
import { missingPermission, Refusal } from '../platform/http/refusal.ts'
import { actorName, withScope, type Scope } from '../platform/database/scope.ts'
import { takeTurn } from '../platform/database/take-turn.ts'
import { findScope } from '../session/session.queries.ts'

/**
 * Runs a change of a company's users; these changes run one at a time per company. The actor's permissions are checked
 * again when the change starts.
 */
export async function changeTeam<T>(
  deps: Deps,
  request: FastifyRequest,
  scope: Scope,
  work: (tx: Tx, scope: Scope) => Promise<T>,
): Promise<T> {
  try {
    return await withScope(deps.db, scope, async (tx) => {
      await lockTeam(tx, scope.accountId)
      const now = await scopeByNow(tx, request, scope)
      await signChanges(tx, `${actorName(now.actor)} (${now.actor.email})`)
      return work(tx, now)
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'one_super_admin')
      throw new Refusal(409, 'The portal keeps at least one super admin.')
    throw error
  }
}

export const lockTeam = (tx: Tx, accountId: string) => takeTurn(tx, 'team', accountId)

/** While this change waited, the actor may have lost permissions. */
async function scopeByNow(tx: Tx, request: FastifyRequest, before: Scope): Promise<Scope> {
  const now = await findScope(tx, request, before.accountId)
  if (!now) throw new Refusal(401, 'Please sign in.')
  if (!mayUse(now.actor, 'ManageUsers')) throw missingPermission()
  return now
}

export function grantorOf({ actor, categoryIds }: Scope): Grantor {
  return { id: actor.userId, role: actor.role, permissions: actor.permissions, categoryIds }
}

/** Returns a conflict (409) if the company's state forbids the change, and forbidden (403) if the actor lacks a permission. */
export function refuseChange(reason: string): Refusal {
  const isConflict = reason === lastManagerReason || reason.startsWith('Requires')
  return new Refusal(isConflict ? 409 : 403, reason)
}
