import pg from 'pg'

/**
 * True when PostgreSQL refused what a statement was given (SQLSTATE classes 22, 23 and P0): sent again, it fails
 * again. A database that is away, busy or at the end of its patience is something else.
 */
export function isBadRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|P0)/.test(error.code ?? '')
}

/** True when somebody else was in the way for too long (lock timeout, deadlock): a little later it may do. */
export function isInTheWay(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
}
