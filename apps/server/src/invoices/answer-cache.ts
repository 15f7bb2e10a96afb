import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
} from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import { acceptsBrotli } from '../platform/http/accepts-brotli.ts'
import type { Scope } from '../platform/database/scope.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const quality = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } })
// The first request waits for this compression, which takes half the time of gzip's lowest level and reduces 1.2 MB to a tenth.
const fastest = quality(1)
// This compression runs in the background: 10 ms for half the size. Higher levels take several times as long and save another 5%.
const thorough = quality(5)

/** A response from the current data. */
export interface Answer {
  json: string
  /** The number of all rows, if the response is a page. */
  total?: number
  /** When the response changes without a write, by the database's clock. */
  changesAt: Date | null
}

export interface PackedAnswer extends Omit<Answer, 'json'> {
  /** The JSON text, compressed with brotli. */
  body: Buffer
  /** A digest of company and content: a copy with this tag is correct, from whichever server or release it is. */
  etag: string
  packedWell: boolean
}

/** A list of 3,000 invoices takes about 100 KB. One company, and so one user, may fill at most an eighth of the cache. */
const usualLimits = { bytes: 64 * 1024 * 1024, bytesOfCompany: 8 * 1024 * 1024 }
/** The size of an entry besides its body, in bytes. */
const overhead = 512

interface CompanyAnswers {
  revision: number
  answers: LRUCache<string, PackedAnswer>
}

/**
 * Compressed responses by company and key, of each company's newest revision only. Company and revision are from the
 * session lookup of the request, so no response can reach another company, or be used after a change, on any server.
 */
export class PackedAnswers {
  readonly #companies: LRUCache<string, CompanyAnswers>
  readonly #bytesOfCompany: number

  constructor({ bytes, bytesOfCompany } = usualLimits) {
    this.#bytesOfCompany = bytesOfCompany
    this.#companies = new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ answers }) => answers.calculatedSize + overhead,
    })
  }

  get bytes(): number {
    return this.#companies.calculatedSize
  }

  get({ accountId, revision, now }: Scope, key: string): PackedAnswer | undefined {
    const known = this.#companies.get(accountId)
    const answer = known?.revision === revision ? known.answers.get(key) : undefined
    return answer?.changesAt && answer.changesAt <= now ? undefined : answer
  }

  /** Must be called again when the size of a response changes. */
  set({ accountId, revision }: Scope, key: string, answer: PackedAnswer): void {
    const known = this.#companies.get(accountId)
    // A slow request may return data of an older revision.
    if (known && known.revision > revision) return
    const answers = known?.revision === revision ? known.answers : this.#newAnswers()
    answers.set(key, answer)
    this.#companies.set(accountId, { revision, answers })
  }

  #newAnswers(): LRUCache<string, PackedAnswer> {
    return new LRUCache({
      maxSize: this.#bytesOfCompany,
      sizeCalculation: ({ body }) => body.length + overhead,
    })
  }
}

/**
 * Makes the responses of a company old, because what a run of AutoPay will charge changed. The last statement of its
 * transaction: imports lock invoices first.
 */
export const renewAnswers = (tx: Tx, accountId: string) =>
  tx.run(sql`update company_revision set revision = revision + 1 where account_id = ${accountId}`)

/** Every response depends on the categories that the user may see, so the key contains them. */
export const answerKey = ({ categoryIds }: Scope, ...asked: unknown[]) =>
  JSON.stringify([categoryIds, ...asked])

/** Returns the cached response, or loads it; refusals are not cached. */
export function answerCache(cached = new PackedAnswers()) {
  /** Responses that are being loaded, so that simultaneous requests share one query. */
  const loading = new Map<string, Promise<PackedAnswer>>()

  return async function cachedAnswer(
    scope: Scope,
    key: string,
    load: () => Promise<Answer>,
  ): Promise<PackedAnswer> {
    const known = cached.get(scope, key)
    if (known) {
      if (!known.packedWell)
        void packWell(known).then(
          (packed) => cached.set(scope, key, packed),
          () => {},
        )
      return known
    }
    const place = `${scope.accountId} ${scope.revision} ${key}`
    const underWay = loading.get(place)
    if (underWay) return underWay
    const packing = pack(scope, load).finally(() => loading.delete(place))
    loading.set(place, packing)
    const packed = await packing
    cached.set(scope, key, packed)
    return packed
  }
}

async function pack({ accountId }: Scope, load: () => Promise<Answer>): Promise<PackedAnswer> {
  const { json, ...rest } = await load()
  const content = `${accountId} ${rest.total} ${json}`
  const digest = createHash('sha256').update(content).digest('base64url')
  // Compressing this much takes 0.04 ms, less than passing it to another thread.
  const isSmall = json.length < 16 * 1024
  const body = isSmall ? brotliCompressSync(json, fastest) : await compress(json, fastest)
  return { ...rest, body, etag: `"${digest.slice(0, 27)}"`, packedWell: false }
}

/** Compresses a response better, once, when it is requested again: it will probably be sent many more times. */
async function packWell(answer: PackedAnswer): Promise<PackedAnswer> {
  answer.packedWell = true
  return { ...answer, body: await compress(await decompress(answer.body), thorough) }
}

/**
 * Sends the compressed response, or 304 if the browser has it. The browser may store the response, but must revalidate it
 * each time.
 */
export function sendAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, total, etag }: PackedAnswer,
): FastifyReply {
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (total !== undefined) reply.header('x-count', total)
  if (!acceptsBrotli(headers['accept-encoding'])) return reply.send(brotliDecompressSync(body))
  return reply.header('content-encoding', 'br').send(body)
}
