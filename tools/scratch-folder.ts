import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** The databases of all test files together need much less than this. */
const neededBytes = 4 * 1024 ** 3

/**
 * Creates a folder for the data of one test run. If there is enough memory, the folder is in memory, because databases are
 * then copied ten times faster.
 */
export function makeScratchFolder(prefix: string): string {
  return mkdtempSync(join(hasMemory() ? memory : tmpdir(), prefix))
}

function hasMemory(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= neededBytes
}
