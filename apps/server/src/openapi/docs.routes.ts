import type { FastifyPluginAsync } from 'fastify'
import { brotliCompressSync, constants } from 'node:zlib'
import { platformCalls } from '@portal/domain/platform/platform.calls'
import type { Deps } from '../deps.ts'
import { acceptsBrotli } from '../platform/http/accepts-brotli.ts'
import { serve } from '../platform/http/serve.ts'
import { apiDocument } from './api-document.ts'
import { pageFiles, pagePolicy } from './docs-page.ts'

/** Describes the calls, for programs and for people. The description reveals nothing that the calls would not. */
export const docsRoutes: FastifyPluginAsync<Deps> = async (app) => {
  let text: string | undefined
  const config = { access: 'public', isPage: true } as const

  serve(app, platformCalls.getApiDocument, (_request, reply) => {
    text ??= JSON.stringify(apiDocument())
    return reply.type('application/json; charset=utf-8').send(text)
  })

  for (const [name, { type, read }] of Object.entries(pageFiles)) {
    let plain: Buffer | undefined
    let compressed: Buffer | undefined
    app.get(`/api/docs${name && `/${name}`}`, { config }, async (request, reply) => {
      plain ??= Buffer.from(read())
      reply.type(`${type}; charset=utf-8`).headers({
        'content-security-policy': pagePolicy,
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
      if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(plain)
      compressed ??= brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      return reply.header('content-encoding', 'br').send(compressed)
    })
  }
}
