import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Reject } from '../import/rejects.ts'

/** Writes every reject as a line of JSON. The first one creates the file; the file of an earlier import is removed. */
export function rejectsFile(path: string) {
  let file: number | undefined
  let buffered = ''
  rmSync(path, { force: true })

  // Writes synchronously, not as a stream: a million rejects must not wait in memory.
  function flush(): void {
    if (!buffered) return
    file ??= openSync(path, 'w')
    writeSync(file, buffered)
    buffered = ''
  }

  return {
    path,
    write(reject: Reject): void {
      buffered += `${JSON.stringify(reject)}\n`
      if (buffered.length > 64 * 1024) flush()
    },
    close(): void {
      flush()
      if (file !== undefined) closeSync(file)
    },
  }
}
