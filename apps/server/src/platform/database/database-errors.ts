import pg from 'pg'

/**
 * True if PostgreSQL refused a statement's data (SQLSTATE classes 22, 23 and P0): a retry fails
 * again. A database that is down, busy or timing out does not count.
 */
export function isBadRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|P0)/.test(error.code ?? '')
}

/** True if another transaction blocked this one too long (lock timeout, deadlock): a retry may succeed. */
export function isInTheWay(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
}

// Disk full, out of memory, and the errors of a failing disk.
const outOfSpace = new Set(['53100', '53200', '58030'])

/** Whether the database could not write because of missing space. The transaction is rolled back. */
export const isOutOfSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && outOfSpace.has(String(error.code))
