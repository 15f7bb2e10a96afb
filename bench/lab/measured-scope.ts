import pg from 'pg'
import type { Scope } from '../../apps/server/src/platform/scope.ts'
import { findActor, sessionHash } from '../../apps/server/src/session/session.queries.ts'

/** The scope the server itself makes of a browser's session, for calling its queries directly. */
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
