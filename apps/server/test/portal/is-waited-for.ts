import type { ClientBase } from 'pg'
import { raw } from 'sql-template-tag'
import type { Tx } from '../../src/platform/database/database.ts'

/** Whether another connection waits for a lock that this one holds. */
export async function isWaitedFor(holder: Pick<ClientBase, 'query'> | Tx): Promise<boolean> {
  const asked =
    'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))'
  if ('one' in holder) return (await holder.query(raw(asked))).length > 0
  return (await holder.query(asked)).rowCount! > 0
}
