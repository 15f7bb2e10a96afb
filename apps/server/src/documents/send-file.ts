import type { FastifyReply } from 'fastify'

export const contentTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export type FileEnding = keyof typeof contentTypes
export type FileName = `${string}.${FileEnding}`

/**
 * The headers of a file that is made when asked for and never kept; its content is sent by the caller.
 * The content type follows from the name's ending.
 */
export function sendFile(
  reply: FastifyReply,
  name: FileName,
  kind: 'attachment' | 'inline' = 'attachment',
): FastifyReply {
  const ending = name.slice(name.lastIndexOf('.') + 1) as FileEnding
  return reply.headers({
    'content-type': contentTypes[ending],
    'content-disposition': disposition(kind, name),
    'cache-control': 'no-store',
  })
}

/**
 * A Content-Disposition as RFC 6266 wants it: an ASCII name for old readers and, when that loses
 * something, the real one in RFC 5987's encoding. Safe for any name: no quote, percent sign or line end
 * of it reaches the header.
 */
export function disposition(kind: 'attachment' | 'inline', fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cs}]/gu, '_')
  // A percent sign too: some browsers decode it in the plain name.
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\/%]/gu, '_')
  const plain = `${kind}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${extended(name)}`
}

/** RFC 5987 allows fewer characters than encodeURIComponent leaves as they are. */
function extended(name: string): string {
  const code = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(name).replace(/['()*]/g, code)
}
