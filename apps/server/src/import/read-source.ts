import { pipeline, type TransformOptions } from 'node:stream'
import { createGunzip, type ZlibOptions } from 'node:zlib'
import { LineSplitter, type Line } from './lines.ts'
import { SourceProblem, type ImportSource, type SourceLimits } from './sources.ts'

export const recordsAreNdjson = 'Records are NDJSON: one JSON object per line.'

/** The start of a JSON array, or of JSON over several lines; NDJSON never starts like this. */
const otherJson = /^\s*(\[|\{\s*\n)/

interface Read {
  /** Bytes as stored or sent: compressed ones for gzip. */
  bytes: number
  unpacked: number
  lines: number
}

/**
 * Yields the lines of a source, in batches as they arrive. `onBytes` receives the bytes read so far
 * (as stored, so compressed for gzip). Stops when a limit of the source is exceeded.
 */
export async function* readLines(
  source: ImportSource,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter()
  const read: Read = { bytes: 0, unpacked: 0, lines: 0 }
  const count = (bytes: number) => {
    read.bytes += bytes
    onBytes(bytes)
  }
  try {
    for await (const chunk of unpacked(source, count)) {
      if (read.unpacked === 0 && otherJson.test(chunk.toString('utf8', 0, 1024)))
        throw new SourceProblem(
          `${source.name} cannot be read: it is a JSON array, or JSON spread over several lines. ${recordsAreNdjson}`,
        )
      read.unpacked += chunk.length
      const lines = splitter.push(chunk)
      read.lines = splitter.count
      refusePassedLimit(source, read)
      yield lines
    }
    yield splitter.end()
  } catch (cause) {
    if (cause instanceof SourceProblem) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SourceProblem(`${source.name} cannot be read: ${reason}`, { cause })
  }
}

/** Smaller sources are harmless, and their repetitive short records may compress very well. */
const ratioMattersFrom = 16e6

function refusePassedLimit({ name, limits }: ImportSource, read: Read): void {
  const passed = limits && passedLimit(limits, read)
  if (passed) throw new SourceProblem(`${name} cannot be read: ${passed}`)
}

function passedLimit({ unpackedBytes, ratio, lines }: SourceLimits, read: Read) {
  if (read.lines > lines)
    return `there are more than ${lines} lines (RECORDS_MAX_LINES). Send them in parts.`
  if (read.unpacked > unpackedBytes)
    return `unpacked, they are larger than ${unpackedBytes / 1e6} MB (RECORDS_MAX_UNPACKED_MB). Send them in parts.`
  if (read.unpacked > ratioMattersFrom && read.unpacked > read.bytes * ratio)
    return `unpacked, they are more than ${ratio} times as large as they were sent (RECORDS_MAX_RATIO). Send them without compression.`
  return undefined
}

// gunzip unpacks ahead on its own thread while earlier data is read; with the default it would wait for every chunk.
const unpacking: ZlibOptions & TransformOptions = {
  chunkSize: 256 * 1024,
  highWaterMark: 1024 * 1024,
}

async function* unpacked(
  source: ImportSource,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const chunks = counted(source.open(), onBytes)
  const first = await chunks.next()
  if (first.done) return
  const all = resumed(first.value, chunks)
  if (!isGzip(first.value)) {
    yield* all
    return
  }
  const gunzip = createGunzip(unpacking)
  // The loop over gunzip receives the error.
  pipeline(all, gunzip, () => {})
  yield* gunzip
}

async function* counted(stream: AsyncIterable<Buffer>, onBytes: (bytes: number) => void) {
  for await (const chunk of stream) {
    onBytes(chunk.length)
    yield chunk
  }
}

async function* resumed(first: Buffer, rest: AsyncGenerator<Buffer>) {
  yield first
  yield* rest
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}
