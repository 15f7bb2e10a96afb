import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'

// For cents and ids: ids are cast to text in the queries, and cents stay below 2^53, because imports limit them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Calendar days stay text; a Date would shift them by the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export type Database = pg.Pool
type Row = pg.QueryResultRow

/** A running transaction. Only `inTransaction` and `withScope` create one, so no write can run outside a transaction. */
export class Tx {
  readonly #client: pg.PoolClient
  readonly #isOver: () => boolean
  readonly #afterCommit: (() => void)[] = []

  constructor(client: pg.PoolClient, isOver = () => false) {
    this.#client = client
    this.#isOver = isOver
  }

  async query<T extends Row>(statement: Sql): Promise<T[]> {
    if (this.#isOver()) throw new Error('the statement came after the end of its transaction')
    return (await this.#client.query<T>(statement)).rows
  }

  /** Returns the single row of a statement, or undefined. */
  async one<T extends Row>(statement: Sql): Promise<T | undefined> {
    return (await this.query<T>(statement))[0]
  }

  /** Runs a statement for its effect; returns the number of affected rows. */
  async run(statement: Sql): Promise<number> {
    return (await this.#client.query(statement)).rowCount ?? 0
  }

  /** Registers a function that runs after the commit; after a rollback it does not run. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  /** Only `transaction` calls this. */
  committed(): void {
    for (const work of this.#afterCommit) work()
  }

  /** For COPY streams, which use the connection directly. */
  get connection(): pg.PoolClient {
    return this.#client
  }
}

export interface PoolSettings {
  connectionString: string
  /** Shown in pg_stat_activity. */
  name: string
  size: number
  /** Allows `readAtOnce` to send its statements together. Must be off for COPY and cursors. */
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
  // The pool replaces an idle connection that dies (database restart); without a listener the error would end the process.
  pool.on('error', () => {})
  // If a connection dies in use, the next statement fails, and its error is handled there.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Names a statement that runs often, so that each connection plans it once. A name must always have the same text. */
export function prepared(name: string, statement: Sql): Sql {
  return Object.assign(statement, { name })
}

/** Runs one statement outside any company, such as a lookup by a secret; in a transaction if one is given. */
export async function queryOne<T extends Row>(
  db: Database | Tx,
  statement: Sql,
): Promise<T | undefined> {
  if (db instanceof Tx) return db.one<T>(statement)
  return (await db.query<T>(statement)).rows[0]
}

/** Runs the work in one transaction and commits it; any error rolls back everything. */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, 'begin', work)
}

/**
 * Runs the work for one company: the setting lasts until the transaction ends, and forced row level security shows and
 * accepts only rows of that company.
 */
export async function withAccount<T>(
  db: Database,
  accountId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transaction(db, beginFor(accountId), work)
}

/** Runs dependent reads for one company: all of them see the database at the same moment. */
export async function readSnapshot<T>(
  db: Database,
  accountId: string,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transaction(db, beginFor(accountId, snapshot), read)
}

/**
 * Runs reads for one company in a single round trip: the setting, the statements and the end of the transaction are sent
 * together. `read` must send all its statements at once; a statement that is sent after waiting for another one throws.
 */
export async function readAtOnce<T>(
  db: Database,
  accountId: string,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await db.connect()
  let over = false
  // Corked until everything is sent in one write: otherwise PostgreSQL would wake up for every part.
  const { stream } = client.connection
  stream.cork()
  // If the first statement fails, the other statements see no company.
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
 * Switches to another company in the same transaction, for the few changes that affect two. The
 * caller must have checked the permission.
 */
export async function switchAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`select set_config('portal.account', ${accountId}, true)`)
}

const snapshot = 'isolation level repeatable read read only'

/** Sets the company in the same statement that starts the transaction: one round trip instead of two. */
function beginFor(accountId: string, mode = ''): string {
  // The driver quotes the id; the pattern is a second protection.
  if (!/^[A-Za-z0-9_.-]{1,64}$|^\*$/.test(accountId)) throw new Error('malformed account id')
  const setting = pg.escapeLiteral(accountId)
  // Unlike `select set_config`, this is not planned and returns no row.
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
    const tx = new Tx(client)
    const result = await work(tx)
    await client.query('commit')
    tx.committed()
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost))
    throw error
  } finally {
    client.release(broken)
  }
}
