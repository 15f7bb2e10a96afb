import type { BooksContainPayments } from '../config.ts'
import { compileFields } from './compile-shape.ts'
import type { Documented } from './kind.ts'
import { required, type FieldFault, type JsonObject } from './record-shape.ts'
import { instant } from './values.ts'

export interface FileOptions {
  /** When the books wrote the records, for those that do not say it themselves and have no header. */
  asOf?: string | undefined
  /** `never`: no balance contains a portal payment, so each invoice is read as if it said `portalPayments: []`. */
  booksContainPayments?: BooksContainPayments | undefined
}

/** Kinds of record that are placed in time. */
const dated = new Set(['invoice', 'delete'])

export const header: Documented = {
  record: 'header',
  sentence: 'Dates the records after it in the same file.',
  rules: [
    'It counts to the end of the file, or to the next header.',
    'The records after a header that is rejected are rejected too.',
  ],
  example: { asOf: '2026-11-01T02:00:00Z' },
  fields: {
    asOf: required(
      'as_of timestamptz',
      instant,
      'The `asOf` of each `invoice` and `delete` record after it that has none.',
    ),
  },
}

const readHeader = compileFields(header.fields, ['record'])

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

  readHeader(record: JsonObject, faults: FieldFault[]): void {
    const asOf = readHeader(record, undefined, faults)
    // Without an instant the records after it cannot be placed, so they are rejected too.
    this.#asOf = faults.length ? '' : asOf
  }

  complete(kind: string, record: JsonObject): void {
    if (dated.has(kind) && this.#asOf !== undefined) record['asOf'] ??= this.#asOf
    if (kind === 'invoice' && this.#options.booksContainPayments === 'never')
      record['portalPayments'] = []
  }
}
