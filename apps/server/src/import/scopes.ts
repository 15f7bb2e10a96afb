import sql, { type Sql } from 'sql-template-tag'
import { mayDeliver, type RecordScope } from '@portal/domain/kernel/api-scopes'
import type { Tx } from '../platform/database/database.ts'
import type { Kind } from './kind.ts'

/** The sender's key may not deliver this record. The message is for the sender. */
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
  // A deletion without a kind is rejected elsewhere.
  if (!scope || scope === 'ofDeleted' || mayDeliver(scopes, scope)) return
  const named = isDeletion
    ? `deletes a record of the kind ${String(record['kind'])}`
    : `is of the kind ${kind?.record}`
  throw new ForbiddenRecord(`Line ${line} ${named}`, scope)
}

/** Changes that need an additional scope. They are found in what this transaction has written. */
const ownScopes: readonly { scope: RecordScope; found: Sql }[] = [
  {
    scope: 'records:super-admins',
    found: sql`
      select 'A user record adds or removes the super admin ' || email as what from super_admin_change
       where changed_at >= now() and changed_by = current_setting('portal.sender')
       order by changed_at limit 1`,
  },
  {
    scope: 'records:companies',
    found: sql`
      select 'A company record merges the company ' || former_account_id as what from former_company
       where merged_at = now() order by former_account_id limit 1`,
  },
]

/** Runs after the merge, so that a record that does not make such a change needs only the scope of its kind. */
export async function requireOwnScopes(tx: Tx, scopes: readonly string[]): Promise<void> {
  for (const { scope, found } of ownScopes) {
    if (mayDeliver(scopes, scope)) continue
    const changed = await tx.one<{ what: string }>(found)
    if (changed) throw new ForbiddenRecord(changed.what, scope)
  }
}
