import sql from 'sql-template-tag'
import type { Database } from './database.ts'

/** Removes what has run out: sessions, sign-ins under way, rate windows, old provider events. */
export async function sweep(systemDb: Database): Promise<number> {
  const statements = [
    sql`delete from session where expires_at < now() or last_seen_at < now() - idle_limit`,
    sql`delete from sign_in_attempt where expires_at < now()`,
    sql`delete from rate_window where minute < now() - interval '1 day'`,
    // The provider redelivers for three days; a month leaves room for questions.
    sql`delete from provider_event where received_at < now() - interval '30 days'`,
  ]
  for (const statement of statements) await systemDb.query(statement)
  return 0
}
