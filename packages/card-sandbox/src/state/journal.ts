import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** One change: the new value of the record with this id in a collection; null if it was removed. */
export type Change = [collection: string, id: string, record: object | null]

export type Journal = {
  load(): Change[]
  /** Replaces the journal with the current records. */
  compact(changes: Change[]): void
  append(changes: Change[]): void
  close(): void
}

export const forgetfulJournal: Journal = {
  load: () => [],
  compact() {},
  append() {},
  close() {},
}

/**
 * Changes on disk, with one line for all changes of a call. After a kill during a write, the last line is incomplete, and
 * its call has no effect: neither a charge nor an idempotency key.
 */
export function fileJournal(file: string): Journal {
  let descriptor: number | undefined
  return {
    load() {
      if (!existsSync(file)) return []
      return readFileSync(file, 'utf8').split('\n').flatMap(readLine)
    },
    compact(changes) {
      mkdirSync(dirname(file), { recursive: true })
      const fresh = `${file}.new`
      const freshDescriptor = openSync(fresh, 'w', 0o600)
      for (const change of changes) writeSync(freshDescriptor, `${JSON.stringify([change])}\n`)
      renameSync(fresh, file)
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = freshDescriptor
    },
    append(changes) {
      if (descriptor !== undefined && changes.length > 0)
        writeSync(descriptor, `${JSON.stringify(changes)}\n`)
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}

function readLine(line: string): Change[] {
  try {
    return line ? (JSON.parse(line) as Change[]) : []
  } catch {
    return []
  }
}
