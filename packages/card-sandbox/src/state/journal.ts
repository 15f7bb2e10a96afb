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

/** One change: the record under its id in a collection is now this; null when it is gone. */
export type Change = [collection: string, id: string, record: object | null]

export type Journal = {
  load(): Change[]
  /** Starts over with only what is still true. */
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
 * Changes on disk, a line for everything one call did: after a kill in the middle of writing, the
 * last line is incomplete and that call never happened, neither its charge nor its idempotency key.
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
