import type { FastifyReply } from 'fastify'
import { disposition } from './download-names.ts'

/** The headers of a file that is made when asked for and never kept; its content is sent by the caller. */
export function sendFile(
  reply: FastifyReply,
  fileName: string,
  contentType: string,
  kind: 'attachment' | 'inline' = 'attachment',
): FastifyReply {
  return reply.headers({
    'content-type': contentType,
    'content-disposition': disposition(kind, fileName),
    'cache-control': 'no-store',
  })
}
