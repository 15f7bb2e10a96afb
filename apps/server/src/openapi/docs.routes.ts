import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../deps.ts'
import type { ApiDocument } from './describe-calls.ts'
import { docsStyle } from './docs-style.ts'
import { renderDocs } from './render-docs.ts'

/** The description of the calls, for programs and for people; it says nothing that the calls themselves would not. */
export const docsRoutes: FastifyPluginAsync<Deps> = async (app) => {
  const config = { access: 'public' } as const
  let page: string | undefined

  app.get('/openapi.json', { config }, () => app.swagger())

  app.get('/docs', { config }, async (_request, reply) => {
    page ??= renderDocs(app.swagger() as ApiDocument)
    return reply.type('text/html; charset=utf-8').send(page)
  })

  app.get('/docs/style.css', { config }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyle),
  )
}
