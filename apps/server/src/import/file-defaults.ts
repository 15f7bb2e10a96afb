import type { BooksContainPayments } from '../config.ts'
import { Fault } from './cells.ts'
import type { FieldFault, JsonObject } from './record-shape.ts'
import { instant } from './values.ts'

export interface FileOptions {
  /** When the books wrote the records, for those that do not say it themselves and have no header. */
  asOf?: string | undefined
  /** `never`: no balance contains a portal payment, so each invoice is read as if it said `portalPayments: []`. */
  booksContainPayments?: BooksContainPayments | undefined
}

/** Kinds of record that are placed in time. */
const dated = new Set(['invoice', 'delete'])

/** What a file says once for all records after it. */
export class FileDefaults {
  readonly #options: FileOptions
  #asOf: unknown

  constructor(options: FileOptions) {
    this.#options = options
  }

  /** A header counts for the file it is in. */
  begin(): void {
    this.#asOf = this.#options.asOf
  }

  readHeader(header: JsonObject, faults: FieldFault[]): void {
    const { asOf } = header
    const cell = asOf === undefined ? new Fault('is missing') : instant(asOf)
    if (cell instanceof Fault) faults.push({ field: 'asOf', reason: cell.reason })
    // Without an instant the records after it cannot be placed, so they are rejected too.
    this.#asOf = cell instanceof Fault ? '' : cell
    for (const name of Object.keys(header))
      if (name !== 'record' && name !== 'asOf')
        faults.push({ field: name, reason: 'is not a known field' })
  }

  complete(kind: string, record: JsonObject): void {
    if (dated.has(kind) && this.#asOf !== undefined) record['asOf'] ??= this.#asOf
    if (kind === 'invoice' && this.#options.booksContainPayments === 'never')
      record['portalPayments'] = []
  }
}
