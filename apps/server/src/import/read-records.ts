import { setImmediate } from 'node:timers/promises'
import { Fault } from './cells.ts'
import { compileShape } from './compile-shape.ts'
import type { FileDefaults } from './file-defaults.ts'
import type { Kind } from './kind.ts'
import type { Line } from './lines.ts'
import { parseLine } from './parse-line.ts'
import { readLines } from './read-source.ts'
import type { FieldFault } from './record-shape.ts'
import { recordNumber, type Rejects } from './rejects.ts'
import { requireScope } from './scopes.ts'
import type { ImportSource } from './sources.ts'
import type { Staging } from './staging.ts'

export interface ImportProgress {
  /** Bytes of the sources read so far, and the total if every size is known. */
  bytes: number
  totalBytes: number | undefined
  records: number
  /** All records are read; the database is merging. */
  merging: boolean
}

export interface Reading {
  sources: ImportSource[]
  kinds: Kind[]
  scopes: readonly string[] | undefined
  staging: Staging
  rejects: Rejects
  file: FileDefaults
  onProgress: (progress: ImportProgress) => void
}

/**
 * The number of records read before pending database responses are handled; a higher number would keep the database
 * waiting for rows.
 */
const inOneGo = 16

/** Reads every source once, line by line, into the staging tables. */
export async function readRecords(reading: Reading) {
  const { sources, kinds, scopes, staging, rejects, file, onProgress } = reading
  const byName = new Map(kinds.map((kind) => [kind.record, kind]))
  const readers = new Map(kinds.map((kind) => [kind.record, compileShape(kind)]))
  const progress: ImportProgress = {
    bytes: 0,
    totalBytes: totalBytes(sources),
    records: 0,
    merging: false,
  }
  const countBytes = (bytes: number) => (progress.bytes += bytes)

  function readLine({ number, content }: Line, source: number): void {
    const record = recordNumber(source, number)
    const parsed = content instanceof Fault ? content : parseLine(content)
    if (parsed instanceof Fault) return rejects.add(record, 'unknown', 'line', parsed.reason)
    if (scopes) requireScope(scopes, byName, parsed, number)
    const kind = parsed['record'] as string
    const faults: FieldFault[] = []
    const read = readers.get(kind)
    if (kind === 'header') file.readHeader(parsed, faults)
    else if (!read) return rejects.add(record, 'unknown', 'record', 'names no known kind of record')
    else {
      file.complete(kind, parsed, record)
      const staged = read(parsed, record, faults)
      file.check(kind, parsed, faults)
      if (faults.length === 0) for (const rows of staged) staging.add(rows)
    }
    for (const { field, reason } of faults) rejects.add(record, kind, field, reason)
  }

  for (const [at, source] of sources.entries()) {
    file.begin()
    for await (const lines of readLines(source, countBytes)) {
      for (const [nth, line] of lines.entries()) {
        if (nth % inOneGo === 0) await setImmediate()
        readLine(line, at)
      }
      progress.records += lines.length
      onProgress(progress)
      await staging.settle()
    }
  }
  await staging.finish()
  progress.merging = true
  onProgress(progress)
}

function totalBytes(sources: ImportSource[]): number | undefined {
  let total = 0
  for (const { bytes } of sources) {
    if (bytes === undefined) return undefined
    total += bytes
  }
  return total
}
