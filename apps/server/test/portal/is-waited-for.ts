import type { ClientBase } from 'pg'

/** Whether another connection waits for a lock that this one holds. */
export async function isWaitedFor(holder: ClientBase): Promise<boolean> {
  const waiting = await holder.query(
    'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
  )
  return waiting.rowCount! > 0
}
