import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { recordsAreNdjson } from '../import/read-source.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { addToUpload, beginUpload, endUpload } from './uploads.queries.ts'

/** The number of bytes stored at a time; not more of a body is in memory. */
const portion = 1024 * 1024
/** The pace required of a body after the patience has passed. The server itself limits the pause between two pieces. */
const usualPace = { patienceMs: 30_000, bytesPerSecond: 1024 }

/** Passes bodies on as streams. The refusal of another type names the accepted ones. */
export function acceptRecords(
  app: Pick<FastifyInstance, ContentTypes>,
  types: readonly string[],
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser([...types], (_request, body, done) => done(null, body))
  app.addContentTypeParser('*', (_request, _body, done) =>
    done(
      new Refusal(
        415,
        `${recordsAreNdjson} Send them with content-type: application/x-ndjson, or application/gzip if compressed.`,
      ),
    ),
  )
}
type ContentTypes = 'removeAllContentTypeParsers' | 'addContentTypeParser'

export const noRecords = () => new Refusal(400, 'The request has no records in its body.')

/**
 * Stores a body of any size for its import, piece by piece. A body that breaks off or is too slow is deleted. Returns the
 * upload's id.
 */
export async function receiveRecords(
  { db, config, log }: Deps,
  digest: Buffer,
  body: Readable,
  options: { dryRun: boolean; skipRejects: boolean },
): Promise<string> {
  const id = await beginUpload(db, digest, options)
  try {
    let nth = 0
    for await (const piece of inPortions(limited(body, config.recordsMaxBytes)))
      await addToUpload(db, digest, id, (nth += 1), piece)
    if (nth === 0) throw noRecords()
    await endUpload(db, digest, id, true)
    return id
  } catch (error) {
    await endUpload(db, digest, id, false).catch((lost: unknown) =>
      log.warn({ err: lost }, 'an upload that broke off is left to the sweep'),
    )
    throw error
  }
}

/** Yields the body's bytes. Throws if they are too many or too slow. */
export async function* limited(
  body: Readable,
  mostBytes: number,
  { patienceMs, bytesPerSecond } = usualPace,
): AsyncGenerator<Buffer> {
  const started = performance.now()
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    const elapsed = performance.now() - started
    if (bytes > mostBytes)
      throw new Refusal(413, `The records are larger than ${mostBytes} bytes. Send them in parts.`)
    if (elapsed > patienceMs && bytes < (elapsed / 1000) * bytesPerSecond)
      throw new Refusal(408, 'The request took too long.')
    yield chunk
  }
}

async function* inPortions(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    size += chunk.length
    if (size < portion) continue
    yield Buffer.concat(parts)
    parts = []
    size = 0
  }
  if (size) yield Buffer.concat(parts)
}
