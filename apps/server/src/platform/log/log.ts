import type { FastifyServerOptions } from 'fastify'
import { addressOf } from './network-of.ts'

/**
 * Options for JSON logs without secrets: addresses are logged without their query (codes, tokens), headers and bodies are
 * never logged, and fields that a library might add are redacted by name.
 */
export function logOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    redact: {
      paths: [
        'cookie',
        'authorization',
        'headers',
        'config',
        'err.headers',
        'err.raw',
        'err.config',
        'body',
      ].flatMap((name) => [name, `*.${name}`]),
      remove: true,
    },
    serializers: {
      req: (request) => ({
        method: request.method,
        path: withoutSecrets(request.url),
        ip: addressOf(request),
      }),
      err: (error) => ({
        type: error.name,
        message: error.message,
        stack: error.stack ?? '',
        ...('code' in error && { code: error.code }),
      }),
    },
  }
}

/** Drops the query, and the invite code at the end of some paths. */
function withoutSecrets(url: string): string {
  return (url.split('?')[0] ?? '').replace(/(\/invite\/(?:check|rescind)\/)[^/]+/, '$1…')
}
