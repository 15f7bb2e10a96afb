import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'

/** Bytes of portal records: NDJSON, plain or gzip (told apart by their first bytes). */
export interface ImportSource {
  /** Names the source where a line of it is rejected. */
  name: string
  /** Size in bytes when it is known, for the progress. */
  bytes?: number
  open(): Readable
}

/** A source that cannot be read at all; the message is for whoever named it. */
export class SourceProblem extends Error {
  override name = 'SourceProblem'
}

const recordFile = /\.(ndjson|jsonl)(\.gz)?$/
// What an earlier import wrote about its rejects is not data.
const rejectsFile = /\.rejects\.ndjson$/

/** The sources behind the arguments of the command line: a file, a folder of files, or `-`. */
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

/** Called as it was named, wherever that was. */
function file(name: string, from: string, bytes: number): ImportSource {
  const path = resolve(from, name)
  return { name, bytes, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) }
}

/** Records made by a program, e.g. the demo data. */
export function recordSource(name: string, records: Iterable<object>): ImportSource {
  function* lines() {
    for (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`)
  }
  return { name, open: () => Readable.from(lines()) }
}
