import { finished } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../platform/database.ts'
import type { StagedRows } from './record-shape.ts'

/** Characters gathered for a table before they are sent; with less, both sides mostly wait for each other's answers. */
const batch = 1024 * 1024

/**
 * Fills the staging tables by COPY. Rows of many tables arrive mixed and a connection copies into one table
 * at a time, so each table's rows are gathered and sent in batches, one on its way while the next fills.
 */
export class Staging {
  readonly #tx: Tx
  readonly #rows = new Map<string, string>()
  readonly #full = new Set<string>()
  #sending: Promise<void> = Promise.resolve()

  constructor(tx: Tx) {
    this.#tx = tx
  }

  add(rows: StagedRows): void {
    for (const { target, text } of rows) {
      const gathered = (this.#rows.get(target) ?? '') + text
      this.#rows.set(target, gathered)
      if (gathered.length > batch) this.#full.add(target)
    }
  }

  /** Sends what is worth sending; waits while the database is behind. */
  async settle(): Promise<void> {
    for (const target of this.#full) await this.#send(target)
  }

  async finish(): Promise<void> {
    for (const target of this.#rows.keys()) await this.#send(target)
    await this.#sending
  }

  async #send(target: string): Promise<void> {
    const rows = Buffer.from(this.#rows.get(target) ?? '')
    this.#rows.delete(target)
    this.#full.delete(target)
    await this.#sending
    this.#sending = this.#copy(target, rows)
    // A failure is met by the next one who waits; until then it must not end the process.
    this.#sending.catch(() => {})
  }

  async #copy(target: string, rows: Buffer): Promise<void> {
    const copy = this.#tx.connection.query(copyFrom(`copy ${target} from stdin`))
    copy.end(rows)
    await finished(copy)
  }
}
