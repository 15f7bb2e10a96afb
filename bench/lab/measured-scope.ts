import pg from 'pg'
import type { Scope } from '../../apps/server/src/platform/database/scope.ts'
import { findActor, sessionHash } from '../../apps/server/src/session/session.queries.ts'

/** Returns the scope that the server derives from a browser's session, to call its queries directly. */
export async function scopeOfSession(
  databaseUrl: string,
  headers: Record<string, string>,
): Promise<Scope> {
  const token = /^[^=]+=([^;]+)/.exec(headers['cookie'] ?? '')?.[1] ?? ''
  const db = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    const found = await findActor(db, sessionHash(token), null, '127.0.0.1')
    if (!found || !('scope' in found) || !found.scope) throw new Error('the session has no scope')
    return found.scope
  } finally {
    await db.end()
  }
}

/** Bank transfer settings for measurements that do not depend on them. */
export const noTransfers = {
  bankAccounts: new Map(),
  seller: { name: '', addressLines: [], email: '' },
  cardLimitCents: 0,
}
