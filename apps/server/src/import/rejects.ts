import type { ImportSource } from './sources.ts'

/** A rejected record and its place. */
export interface Reject {
  file: string
  line: number
  /** The record's field, or `line` if the whole line is invalid. */
  field: string
  reason: string
}

/** The number of rejects that the report lists; `onReject` receives all of them. */
const listed = 20

// A record's number contains its source and its line.
const linesPerSource = 2 ** 32

export const recordNumber = (source: number, line: number) => source * linesPerSource + line

/** Counts rejects and passes them on; keeps only the first ones. */
export class Rejects {
  readonly first: Reject[] = []
  /** The number of rejected records, by kind. */
  readonly records = new Map<string, number>()
  readonly #sources: readonly ImportSource[]
  readonly #pass: (reject: Reject) => void
  #last = ''

  constructor(sources: readonly ImportSource[], onReject: (reject: Reject) => void = () => {}) {
    this.#sources = sources
    this.#pass = onReject
  }

  get any(): boolean {
    return this.records.size > 0
  }

  /** Adds one fault of a record; the faults of one record must be added in sequence. */
  add(record: number, kind: string, field: string, reason: string): void {
    const { file, line } = this.#place(record)
    const reject = { file, line, field, reason }
    if (this.first.length < listed) this.first.push(reject)
    this.#pass(reject)
    if (this.#last === `${record}`) return
    this.#last = `${record}`
    this.records.set(kind, (this.records.get(kind) ?? 0) + 1)
  }

  /** Returns a name such as `data.ndjson:12`, for the reason of another record. */
  placeName(record: number): string {
    const { file, line } = this.#place(record)
    return `${file}:${line}`
  }

  #place(record: number) {
    const source = Math.floor(record / linesPerSource)
    return { file: this.#sources[source]?.name ?? '', line: record % linesPerSource }
  }
}
