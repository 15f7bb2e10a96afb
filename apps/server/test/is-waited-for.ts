import type { ClientBase } from 'pg'

/** Whether anybody waits for a lock that this connection holds. */
export async function isWaitedFor(holder: ClientBase): Promise<boolean> {
  const waiting = await holder.query(
    'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
  )
  return waiting.rowCount! > 0
}
