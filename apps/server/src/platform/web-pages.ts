import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pagePathOf } from '@portal/domain/session/page-paths'
import type { PageConfig } from '@portal/domain/session/page-config'

/** The route of the built files and of every page's address. */
export const pageRoute = '/*'

/**
 * The built single page: its files, and index.html with the runtime configuration for every page's address.
 * Returns what sends index.html.
 */
export async function webPages(
  app: FastifyInstance,
  folder: string,
  page: PageConfig,
  headersOf: (path: string) => Record<string, string>,
): Promise<(path: string, reply: FastifyReply) => FastifyReply> {
  const html = withConfig(await readFile(join(folder, 'index.html'), 'utf8'), page)
  const files = await listFiles(folder)

  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      // Hashed names never change their content; the others may, and are asked for again.
      const hashed = /[\\/]assets[\\/]/.test(path)
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = (path: string, reply: FastifyReply) =>
    reply
      // The page itself shows 'Not Found'; the status says so too.
      .code(pagePathOf(path) === path ? 200 : 404)
      .headers(headersOf(path))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  app.get(pageRoute, { config: { access: 'public', isPage: true } }, async (request, reply) => {
    const path = pathOf(request.url)
    if (path.startsWith('/api/')) return reply.callNotFound()
    if (files.has(path)) return reply.sendFile(path)
    const page = pagePathOf(path)
    // Some pages have headers of their own, by their path.
    if (page !== undefined && page !== path)
      return reply.redirect(page + request.url.slice(path.length), 308)
    return sendPage(path, reply)
  })
  return sendPage
}

export const pathOf = (url: string) => url.split('?')[0] ?? '/'

/** The page's document with its runtime configuration. */
export function withConfig(template: string, page: PageConfig): string {
  // "<" would let a setting end the script element.
  const config = JSON.stringify(page).replaceAll('<', '\\u003c')
  return template.replace('__PORTAL_CONFIG__', () => config)
}

/** The addresses of the built files; anything else is a page or nothing. */
async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== 'index.html')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  return new Set(paths.map((path) => `/${path.split(sep).join('/')}`))
}
