import { finished } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../platform/database/database.ts'

/** Rows in COPY's text format for a staging table, and the columns that these rows have. */
export interface StagedRows {
  target: string
  rows: string
}

/** How many characters are gathered before they are sent. With fewer, program and database would mostly wait for each other. */
const batch = 2 * 1024 * 1024

/**
 * Writes rows by COPY. Rows for many tables arrive mixed, but a connection copies into one table at a time. So the rows of
 * each table are gathered and sent in batches; while one batch is sent, the next one fills.
 */
export class Staging {
  readonly #tx: Tx
  readonly #gathered = new Map<string, string>()
  readonly #full = new Set<string>()
  #sending: Promise<void> = Promise.resolve()

  constructor(tx: Tx) {
    this.#tx = tx
  }

  add({ target, rows }: StagedRows): void {
    const gathered = (this.#gathered.get(target) ?? '') + rows
    this.#gathered.set(target, gathered)
    if (gathered.length > batch) this.#full.add(target)
  }

  /** Sends full batches, and waits while the database is behind. */
  async settle(): Promise<void> {
    for (const target of this.#full) await this.#send(target)
  }

  async finish(): Promise<void> {
    for (const target of this.#gathered.keys()) await this.#send(target)
    await this.#sending
  }

  /** Starts after the previous batch was sent; the caller does not wait for the end. */
  async #send(target: string): Promise<void> {
    const rows = this.#gathered.get(target) ?? ''
    this.#gathered.delete(target)
    this.#full.delete(target)
    await this.#sending
    this.#sending = this.#copy(target, rows)
    // The next call that waits receives the error; until then the error must not end the process.
    this.#sending.catch(() => {})
  }

  async #copy(target: string, rows: string): Promise<void> {
    const copy = this.#tx.connection.query(copyFrom(`copy ${target} from stdin`))
    copy.end(Buffer.from(rows))
    await finished(copy)
  }
}

/** Returns a staging table with the columns that COPY fills, in order, after the record's number. */
export const copyTarget = (table: string, columns: readonly string[]): string =>
  `${table} (${['record', ...columns].map((column) => column.split(' ')[0]).join(', ')})`
