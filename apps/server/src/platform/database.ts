import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'

// Cents and ids: ids are cast to text in the queries, cents stay below 2^53 (import bounds them).
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Calendar days stay text; a Date would shift them by the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export type Database = pg.Pool
type Row = pg.QueryResultRow

/** A running transaction. Only `inTransaction` and `withScope` make one, so a write cannot forget it. */
export class Tx {
  readonly #client: pg.PoolClient
  readonly #isOver: () => boolean

  constructor(client: pg.PoolClient, isOver = () => false) {
    this.#client = client
    this.#isOver = isOver
  }

  async query<T extends Row>(statement: Sql): Promise<T[]> {
    if (this.#isOver()) throw new Error('the statement came after the end of its transaction')
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
  /** Lets `readAtOnce` send its statements together. Not for COPY and cursors. */
  pipeline?: boolean
}

export function openDatabase({
  connectionString,
  name,
  size,
  pipeline = false,
}: PoolSettings): Database {
  const settings: pg.PoolConfig & { pipeline: boolean } = {
    connectionString,
    application_name: name,
    max: size,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
    pipeline,
  }
  const pool = new pg.Pool(settings)
  // An idle connection that dies (database restart) is replaced by the pool; without a listener it ends the process.
  pool.on('error', () => {})
  // One that dies while somebody holds it fails that somebody's next statement; that is where it is dealt with.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Names a statement that runs often, so that each connection plans it once. The name stands for its text. */
export function prepared(name: string, statement: Sql): Sql {
  return Object.assign(statement, { name })
}

/** One statement outside any company, e.g. a lookup by a secret; in a transaction when it is part of one. */
export async function queryOne<T extends Row>(
  db: Database | Tx,
  statement: Sql,
): Promise<T | undefined> {
  if (db instanceof Tx) return db.one<T>(statement)
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
  return transaction(db, beginFor(accountId), work)
}

/** Readings for one company that build on each other: all of them see the database at one moment. */
export async function readSnapshot<T>(
  db: Database,
  accountId: string,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transaction(db, beginFor(accountId, snapshot), read)
}

/**
 * Readings for one company in a single round trip: the setting, the statements and the end of the
 * transaction are sent together. `read` sends all its statements at once; one that it sent after waiting
 * for another would be too late and throws.
 */
export async function readAtOnce<T>(
  db: Database,
  accountId: string,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await db.connect()
  let over = false
  // Kept back until all of it goes out in one write: PostgreSQL would wake up for every part.
  const { stream } = client.connection
  stream.cork()
  // Should the first one fail, the others see no company at all.
  const sent = [
    client.query(beginFor(accountId, snapshot)),
    read(new Tx(client, () => over)),
    client.query('commit'),
  ] as const
  stream.uncork()
  over = true
  const [begun, result, ended] = await Promise.allSettled(sent)
  client.release(ended.status === 'rejected')
  if (result.status === 'rejected') throw result.reason
  if (begun.status === 'rejected') throw begun.reason
  return result.value
}

/**
 * Goes on in another company, in the same transaction: for the few changes that touch two. The caller has
 * proven that it may.
 */
export async function switchAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`select set_config('portal.account', ${accountId}, true)`)
}

const snapshot = 'isolation level repeatable read read only'

/** Begins with the company's setting: one round trip instead of two. */
function beginFor(accountId: string, mode = ''): string {
  // The id is quoted by the driver; the pattern is a second lock.
  if (!/^[A-Za-z0-9_.-]{1,64}$|^\*$/.test(accountId)) throw new Error('malformed account id')
  const setting = pg.escapeLiteral(accountId)
  // Unlike `select set_config`, this is neither planned nor answered with a row.
  return `begin ${mode}; set local portal.account = ${setting}`
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
