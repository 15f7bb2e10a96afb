import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { onSendAsyncHookHandler } from 'fastify'
import { acceptsBrotli } from './accepts-brotli.ts'

const compress = promisify(brotliCompress)
/** Shorter responses fit into one or two packets anyway. */
const least = 4096
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }

/**
 * For routes with long lists: compresses responses for clients that accept brotli. A response of such a route must not
 * contain both a secret and text that another site can choose, because its length would reveal the secret.
 */
export const compressAnswer: onSendAsyncHookHandler = async (
  request,
  reply,
  payload,
): Promise<unknown> => {
  if (typeof payload !== 'string' || payload.length < least) return payload
  if (reply.hasHeader('content-encoding')) return payload
  reply.header('vary', 'accept-encoding')
  if (!acceptsBrotli(request.headers['accept-encoding'])) return payload
  reply.header('content-encoding', 'br').removeHeader('content-length')
  return compress(payload, fast)
}
