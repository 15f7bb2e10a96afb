import type { ImportSource } from './sources.ts'

/** A record that was turned down, and where it stands. */
export interface Reject {
  file: string
  line: number
  /** The record's field, or `line` when the line is no record at all. */
  field: string
  reason: string
}

/** Rejects listed in the report; every one goes to `onReject`. */
const listed = 20

// A record's number holds the place it came from: source and line.
const linesPerSource = 2 ** 32

export const recordNumber = (source: number, line: number) => source * linesPerSource + line

/** Counts rejects and passes them on; keeps none but the first, however many there are. */
export class Rejects {
  readonly first: Reject[] = []
  /** Rejected records by kind. */
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

  /** One thing wrong with a record; several of the same record follow each other. */
  add(record: number, kind: string, field: string, reason: string): void {
    const { file, line } = this.#place(record)
    const reject = { file, line, field, reason }
    if (this.first.length < listed) this.first.push(reject)
    this.#pass(reject)
    if (this.#last === `${record}`) return
    this.#last = `${record}`
    this.records.set(kind, (this.records.get(kind) ?? 0) + 1)
  }

  /** `data.ndjson:12`, to name another record in a reason. */
  placeName(record: number): string {
    const { file, line } = this.#place(record)
    return `${file}:${line}`
  }

  #place(record: number) {
    const source = Math.floor(record / linesPerSource)
    return { file: this.#sources[source]?.name ?? '', line: record % linesPerSource }
  }
}
