import pg from 'pg'
import type { Sql } from 'sql-template-tag'

// Cents and ids: ids are cast to text in the queries, cents stay below 2^53 (import bounds them).
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Calendar days stay text; a Date would shift them by the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export type Database = pg.Pool
type Row = pg.QueryResultRow

/** A running transaction. Only `inTransaction` and `withScope` make one, so a write cannot forget it. */
export class Tx {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async query<T extends Row>(statement: Sql): Promise<T[]> {
    return (await this.#client.query<T>(statement)).rows
  }

  /** The single row a statement answers with, or nothing. */
  async one<T extends Row>(statement: Sql): Promise<T | undefined> {
    return (await this.query<T>(statement))[0]
  }

  /** Runs a statement for its effect; answers how many rows it touched. */
  async run(statement: Sql): Promise<number> {
    return (await this.#client.query(statement)).rowCount ?? 0
  }

  /** For COPY streams, which need the connection itself. */
  get connection(): pg.PoolClient {
    return this.#client
  }
}

export interface PoolSettings {
  connectionString: string
  /** Shown in pg_stat_activity. */
  name: string
  size: number
}

export function openDatabase({ connectionString, name, size }: PoolSettings): Database {
  const pool = new pg.Pool({
    connectionString,
    application_name: name,
    max: size,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
  })
  // An idle connection that dies (database restart) is replaced by the pool; without a listener it ends the process.
  pool.on('error', () => {})
  return pool
}

/** Names a statement that runs often, so that each connection plans it once. The name stands for its text. */
export function prepared(name: string, statement: Sql): Sql {
  return Object.assign(statement, { name })
}

/** One statement outside any company, e.g. a lookup by a secret. */
export async function queryOne<T extends Row>(
  db: Database,
  statement: Sql,
): Promise<T | undefined> {
  return (await db.query<T>(statement)).rows[0]
}

/** Runs the work in one transaction and commits it; any error rolls all of it back. */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, 'begin', work)
}

/**
 * Runs the work for one company: the setting lasts as long as the transaction, and forced row level
 * security shows and takes rows of that company only.
 */
export async function withAccount<T>(
  db: Database,
  accountId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // One round trip instead of two. The id is quoted by the driver; the pattern is a second lock.
  if (!/^[A-Za-z0-9_.-]{1,64}$|^\*$/.test(accountId)) throw new Error('malformed account id')
  const setting = pg.escapeLiteral(accountId)
  return transaction(db, `begin; select set_config('portal.account', ${setting}, true)`, work)
}

async function transaction<T>(
  db: Database,
  begin: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await db.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(new Tx(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost))
    throw error
  } finally {
    client.release(broken)
  }
}
