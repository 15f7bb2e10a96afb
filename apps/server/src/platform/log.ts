import type { FastifyServerOptions } from 'fastify'

/**
 * JSON logs without secrets: addresses lose their query (codes, tokens), headers and bodies are never
 * logged, and what a library might attach is redacted by name.
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
        address: request.ip,
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

/** Drops the query and the invite code that some paths end in. */
function withoutSecrets(url: string): string {
  return (url.split('?')[0] ?? '').replace(/(\/invite\/(?:check|rescind)\/)[^/]+/, '$1…')
}
