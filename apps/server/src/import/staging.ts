import { finished } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../platform/database/database.ts'

/** A record as rows of COPY's text format. */
export interface StagedRecord {
  number: number
  /** The staging table with the columns of the row. */
  target: string
  row: string
  /** Its lists that are not empty: one line per item, without the record's number. */
  lists: { list: StagedList; items: string }[]
}

export interface StagedList {
  /** Where the records with this list are staged. */
  records: string
  /** Where the items are staged, each after its record's number. */
  table: string
  /** The columns of an item, with its place in the list. */
  columns: readonly string[]
  /** Without it all items are staged. */
  place?: PlaceItems
}

/**
 * Returns where the items of the records with these numbers go; these records are staged by then.
 * Items of records missing in the result are not needed.
 */
export type PlaceItems = (tx: Tx, from: number, to: number) => Promise<Map<number, Place>>

/** The table that items are copied into, and the columns and cells that each of them starts with. */
export type Place = 'staging' | { table: string; firstColumns: readonly string[]; first: string }

interface Waiting {
  number: number
  items: string
}

/** Characters gathered before sending; with less, both sides mostly wait for each other. */
const batch = 2 * 1024 * 1024

/**
 * Writes rows by COPY. Rows for many tables arrive mixed, but a connection copies into one table at
 * a time: each table's rows are gathered and sent in batches, one being sent while the next fills.
 */
export class Staging {
  readonly #tx: Tx
  readonly #rows = new Map<string, string>()
  readonly #full = new Set<string>()
  readonly #waiting = new Map<StagedList, Waiting[]>()
  #waitingSize = 0
  #sending: Promise<void> = Promise.resolve()

  constructor(tx: Tx) {
    this.#tx = tx
  }

  add({ number, target, row, lists }: StagedRecord): void {
    this.#gather(target, row)
    for (const { list, items } of lists) {
      if (list.place) this.#wait(list, { number, items })
      else this.#gather(stagedIn(list), rowsOf(items, `${number}`))
    }
  }

  /** Sends full batches; waits while the database is behind. */
  async settle(): Promise<void> {
    for (const target of this.#full) await this.#send(() => this.#copyGathered(target))
    if (this.#waitingSize > batch) await this.#sendWaiting()
  }

  async finish(): Promise<void> {
    await this.#sendWaiting()
    for (const target of this.#rows.keys()) await this.#send(() => this.#copyGathered(target))
    await this.#sending
  }

  #gather(target: string, rows: string): void {
    const gathered = (this.#rows.get(target) ?? '') + rows
    this.#rows.set(target, gathered)
    if (gathered.length > batch) this.#full.add(target)
  }

  #wait(list: StagedList, items: Waiting): void {
    const waiting = this.#waiting.get(list)
    if (waiting) waiting.push(items)
    else this.#waiting.set(list, [items])
    this.#waitingSize += items.items.length
  }

  async #sendWaiting(): Promise<void> {
    for (const [list, waiting] of this.#waiting) await this.#send(() => this.#place(list, waiting))
    this.#waiting.clear()
    this.#waitingSize = 0
  }

  /** Starts after the previous send, without waiting for its own end. */
  async #send(work: () => Promise<void>): Promise<void> {
    await this.#sending
    this.#sending = work()
    // The next call that waits gets the error; until then it must not end the process.
    this.#sending.catch(() => {})
  }

  async #place(list: StagedList, waiting: Waiting[]): Promise<void> {
    const { records, columns, place } = list
    const [first, last] = [waiting[0], waiting.at(-1)]
    if (!place || !first || !last) return
    await this.#copyGathered(records)
    const places = await place(this.#tx, first.number, last.number)
    const rows = new Map<string, string>()
    for (const { number, items } of waiting) {
      const found = places.get(number)
      if (!found) continue
      const isStaged = found === 'staging'
      const target = isStaged
        ? stagedIn(list)
        : copyTarget(found.table, [...found.firstColumns, ...columns])
      const first = isStaged ? `${number}` : found.first
      rows.set(target, (rows.get(target) ?? '') + rowsOf(items, first))
    }
    for (const [table, text] of rows) await this.#copy(table, text)
  }

  async #copyGathered(target: string): Promise<void> {
    const rows = this.#rows.get(target)
    this.#rows.delete(target)
    this.#full.delete(target)
    if (rows) await this.#copy(target, rows)
  }

  async #copy(target: string, rows: string): Promise<void> {
    const copy = this.#tx.connection.query(copyFrom(`copy ${target} from stdin`))
    copy.end(Buffer.from(rows))
    await finished(copy)
  }
}

/** A table with the columns that COPY fills, in order. */
export const copyTarget = (table: string, columns: readonly string[]): string =>
  `${table} (${columns.map((column) => column.split(' ')[0]).join(', ')})`

const stagedIn = ({ table, columns }: StagedList) => copyTarget(table, ['record', ...columns])

/** Puts the same cells in front of every item. */
function rowsOf(items: string, first: string): string {
  return `${first}\t${items.replaceAll('\n', `\n${first}\t`)}\n`
}
