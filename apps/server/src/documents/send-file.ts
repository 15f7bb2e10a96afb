import type { FastifyReply } from 'fastify'

export const contentTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
} as const

export type FileEnding = keyof typeof contentTypes
export type FileName = `${string}.${FileEnding}`

/**
 * Sets the headers of a file that is created on request and not stored; the caller sends the content. The content type
 * follows from the ending of the name.
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
    // A file that is shown in the browser is not a page of the portal: it gets no origin and runs no scripts.
    ...(kind === 'inline' && {
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    }),
  })
}

/**
 * A Content-Disposition by RFC 6266: an ASCII name for old readers and, if that loses characters, the real one in RFC 5987's
 * encoding. Safe for any name: no quote, percent sign or line end of it reaches the header.
 */
export function disposition(kind: 'attachment' | 'inline', fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cs}]/gu, '_')
  // Percent signs are replaced too, because some browsers decode them in the plain name.
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\/%]/gu, '_')
  const plain = `${kind}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${extended(name)}`
}

/** RFC 5987 allows fewer unescaped characters than encodeURIComponent. */
function extended(name: string): string {
  const code = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(name).replace(/['()*]/g, code)
}
