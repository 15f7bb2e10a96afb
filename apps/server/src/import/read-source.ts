import { pipeline, type TransformOptions } from 'node:stream'
import { createGunzip, type ZlibOptions } from 'node:zlib'
import { LineSplitter, type Line } from './lines.ts'
import { SourceProblem, type ImportSource } from './sources.ts'

export const recordsAreNdjson = 'Records are NDJSON: one JSON object per line.'

/** As JSON begins that is an array, or that is spread over lines for people to read; no line of NDJSON does. */
const otherJson = /^\s*(\[|\{\s*\n)/

/**
 * The lines of a source, in batches of what came at once. `onBytes` hears how many bytes of the source
 * (as stored, so compressed ones for gzip) have been read.
 */
export async function* readLines(
  source: ImportSource,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter()
  let isFirst = true
  try {
    for await (const chunk of unpacked(source, onBytes)) {
      if (isFirst && otherJson.test(chunk.toString('utf8', 0, 1024)))
        throw new SourceProblem(
          `${source.name} cannot be read: it is a JSON array, or JSON spread over several lines. ${recordsAreNdjson}`,
        )
      isFirst = false
      yield splitter.push(chunk)
    }
    yield splitter.end()
  } catch (cause) {
    if (cause instanceof SourceProblem) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SourceProblem(`${source.name} cannot be read: ${reason}`, { cause })
  }
}

// It unpacks ahead, on a thread of its own, while what came before is read; by default it would wait for every chunk.
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
  // Its failure arrives through the loop over gunzip.
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
