import sql from 'sql-template-tag'
import { mayDeliver, type RecordScope } from '@portal/domain/integration/api-scopes'
import type { Tx } from '../platform/database.ts'
import type { Kind } from './kind.ts'

/** A record that the key of its sender may not deliver. The message is for the sender. */
export class ForbiddenRecord extends Error {
  override name = 'ForbiddenRecord'
  constructor(what: string, scope: RecordScope) {
    super(
      `${what}, which needs the scope ${scope} that this key does not have. Nothing was changed.`,
    )
  }
}

/** Throws ForbiddenRecord for a kind that these scopes do not include. */
export function requireScope(
  scopes: readonly string[],
  kinds: ReadonlyMap<string, Kind>,
  record: Record<string, unknown>,
  line: number,
): void {
  const kind = kinds.get(String(record['record']))
  const isDeletion = kind?.scope === 'ofDeleted'
  const scope = isDeletion ? kinds.get(String(record['kind']))?.scope : kind?.scope
  // A deletion of no kind is rejected as it is.
  if (!scope || scope === 'ofDeleted' || mayDeliver(scopes, scope)) return
  const named = isDeletion
    ? `deletes a record of the kind ${String(record['kind'])}`
    : `is of the kind ${kind?.record}`
  throw new ForbiddenRecord(`Line ${line} ${named}`, scope)
}

/** After the merge, so that records which leave the super admins as they are need no scope of their own. */
export async function requireScopeForSuperAdmins(tx: Tx, scopes: readonly string[]): Promise<void> {
  const scope = 'records:super-admins'
  if (mayDeliver(scopes, scope)) return
  const changed = await tx.one<{ email: string }>(sql`
    select email from super_admin_change
     where changed_at >= now() and changed_by = current_setting('portal.sender')
     order by changed_at limit 1`)
  if (changed)
    throw new ForbiddenRecord(
      `A user record adds or removes the super admin ${changed.email}`,
      scope,
    )
}
