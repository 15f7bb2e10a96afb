import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'

/** A source of portal records: bytes of NDJSON, plain or gzip (recognized by the first bytes). */
export interface ImportSource {
  /** The source's name in reports of rejected lines. */
  name: string
  /** The size in bytes, if known, for the progress bar. */
  bytes?: number
  /** Limits for sources that do not belong to the operator. */
  limits?: SourceLimits
  open(): Readable
}

export interface SourceLimits {
  unpackedBytes: number
  /** The highest ratio of unpacked to received bytes. */
  ratio: number
  lines: number
}

/** A source cannot be read; the message is for the person who named it. */
export class SourceProblem extends Error {
  override name = 'SourceProblem'
}

const recordFile = /\.(ndjson|jsonl)(\.gz)?$/
// Files with the rejects of earlier imports are skipped.
const rejectsFile = /\.rejects\.ndjson$/

/** Returns the sources named on the command line: a file, a folder of files, or `-`. */
export async function findSources(paths: string[], from = process.cwd()): Promise<ImportSource[]> {
  const found = await Promise.all(
    paths.map((path) => (path === '-' ? Promise.resolve([standardInput]) : atPath(path, from))),
  )
  return found.flat()
}

const standardInput: ImportSource = { name: 'stdin', open: () => process.stdin }

async function atPath(path: string, from: string): Promise<ImportSource[]> {
  const entry = await stat(resolve(from, path)).catch(() => undefined)
  if (!entry) throw new SourceProblem(`There is no file or folder ${path}.`)
  if (!entry.isDirectory()) return [file(path, from, entry.size)]
  const names = (await readdir(resolve(from, path)))
    .filter((name) => recordFile.test(name) && !rejectsFile.test(name))
    .sort()
  if (names.length === 0)
    throw new SourceProblem(`The folder ${path} holds no .ndjson or .ndjson.gz file.`)
  return Promise.all(
    names.map(async (name) => {
      const inside = join(path, name)
      return file(inside, from, (await stat(resolve(from, inside))).size)
    }),
  )
}

/** Reports show the name as the user typed it. */
function file(name: string, from: string, bytes: number): ImportSource {
  const path = resolve(from, name)
  return { name, bytes, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) }
}

/** Returns a source of records that a program generates, such as the demo data. */
export function recordSource(name: string, records: Iterable<object>): ImportSource {
  function* lines() {
    for (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`)
  }
  return { name, open: () => Readable.from(lines()) }
}
