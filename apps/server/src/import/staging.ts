import { finished } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../platform/database/database.ts'

/** Rows of COPY's text format for a staging table with the columns that they have. */
export interface StagedRows {
  target: string
  rows: string
}

/** Characters gathered before sending; with less, both sides mostly wait for each other. */
const batch = 2 * 1024 * 1024

/**
 * Writes rows by COPY. Rows for many tables arrive mixed, but a connection copies into one table at
 * a time: each table's rows are gathered and sent in batches, one being sent while the next fills.
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

  /** Sends full batches; waits while the database is behind. */
  async settle(): Promise<void> {
    for (const target of this.#full) await this.#send(target)
  }

  async finish(): Promise<void> {
    for (const target of this.#gathered.keys()) await this.#send(target)
    await this.#sending
  }

  /** Starts after the previous send, without waiting for its own end. */
  async #send(target: string): Promise<void> {
    const rows = this.#gathered.get(target) ?? ''
    this.#gathered.delete(target)
    this.#full.delete(target)
    await this.#sending
    this.#sending = this.#copy(target, rows)
    // The next call that waits gets the error; until then it must not end the process.
    this.#sending.catch(() => {})
  }

  async #copy(target: string, rows: string): Promise<void> {
    const copy = this.#tx.connection.query(copyFrom(`copy ${target} from stdin`))
    copy.end(Buffer.from(rows))
    await finished(copy)
  }
}

/** A staging table with the columns that COPY fills, in order, after the record's number. */
export const copyTarget = (table: string, columns: readonly string[]): string =>
  `${table} (${['record', ...columns].map((column) => column.split(' ')[0]).join(', ')})`
