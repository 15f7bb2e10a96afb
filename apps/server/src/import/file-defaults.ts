import type { BooksContainPayments } from '../config.ts'
import { isOfProvider } from '@portal/domain/team/grants'
import { compileFields } from './compile-shape.ts'
import type { Documented } from './kind.ts'
import { keyedByCompany } from './kinds/deletion.ts'
import { required, type FieldFault, type JsonObject } from './record-shape.ts'
import { instant } from './values.ts'

export interface FileOptions {
  /** The time of records that have no `asOf` and no header. */
  asOf?: string | undefined
  /** `never`: no balance contains a portal payment, so each invoice is read as if it had `portalPayments: []`. */
  booksContainPayments?: BooksContainPayments | undefined
  /** Only users with an address at this domain may be super admins. */
  providerDomain?: string | undefined
}

/** The kinds of record that have a time. */
const dated = new Set(['invoice', 'license', 'delete'])

export const header: Documented = {
  record: 'header',
  sentence: 'Sets the time of the records after it in the same file.',
  rules: [
    'It applies up to the end of the file or the next header.',
    'The records after a header that is rejected are rejected too.',
  ],
  example: { asOf: '2026-11-01T02:00:00Z' },
  fields: {
    asOf: required(
      'as_of timestamptz',
      instant,
      'The `asOf` of each `invoice`, `license` and `delete` record after it that has none.',
    ),
  },
}

const readHeader = compileFields(header.fields, ['record'])

/** Defaults that a file sets once for all later records. */
export class FileDefaults {
  readonly #options: FileOptions
  readonly #mergedInto: ReadonlyMap<unknown, string>
  #asOf: unknown
  /** The numbers of records that name a former company, of kinds with a key per company. */
  readonly ofFormer: number[] = []

  /** `mergedInto` maps the account ids of former companies to today's companies. */
  constructor(options: FileOptions, mergedInto: ReadonlyMap<unknown, string>) {
    this.#options = options
    this.#mergedInto = mergedInto
  }

  /** A header applies to its own file only. */
  begin(): void {
    this.#asOf = this.#options.asOf
  }

  readHeader(record: JsonObject, faults: FieldFault[]): void {
    const asOf = readHeader(record, undefined, faults)
    // Without a valid time, the later records have no time either, so they are rejected too.
    this.#asOf = faults.length ? '' : asOf
  }

  complete(kind: string, record: JsonObject, number: number): void {
    if (dated.has(kind) && this.#asOf !== undefined) record['asOf'] ??= this.#asOf
    const company = kind === 'company' ? undefined : this.#mergedInto.get(record['accountId'])
    if (company !== undefined) {
      record['accountId'] = company
      if (keyedByCompany.includes(kind)) this.ofFormer.push(number)
    }
    if (kind === 'invoice' && this.#options.booksContainPayments === 'never')
      record['portalPayments'] = []
  }

  /** Rejects values that this portal does not accept, although the kind allows them. */
  check(kind: string, record: JsonObject, faults: FieldFault[]): void {
    const { providerDomain } = this.#options
    if (kind !== 'user' || record['role'] !== 'SuperAdmin' || providerDomain === undefined) return
    if (!isOfProvider({ email: String(record['email']) }, providerDomain))
      faults.push({ field: 'role', reason: `only people at ${providerDomain} can be a SuperAdmin` })
  }
}
