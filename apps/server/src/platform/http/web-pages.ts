import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { builtPagesFile, homeDocument, type BuiltPage } from '@portal/domain/session/built-page'
import { pageOf, pagePathOf } from '@portal/domain/session/page-paths'
import type { PageConfig } from '@portal/domain/session/page-config'

/** The route of the built files and of all pages. */
export const pageRoute = '/*'

/**
 * Serves the built single page: its files, and for every page's address index.html with the runtime configuration. Returns
 * a function that sends index.html.
 */
export async function webPages(
  app: FastifyInstance,
  folder: string,
  page: PageConfig,
  headersOf: (path: string) => Record<string, string>,
): Promise<(path: string, reply: FastifyReply) => FastifyReply> {
  const documents = await documentsOf(folder, page)
  const files = await listFiles(folder)

  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      // Files with hashed names never change; other files may change and are revalidated.
      const hashed = /[\\/]assets[\\/]/.test(path)
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      // The card provider's frames load the font of the page.
      if (path.endsWith('.woff2'))
        response.headers({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
    },
  })
  const sendPage = (path: string, reply: FastifyReply) => {
    const page = pageOf(path)
    return (
      reply
        // For an unknown address the page shows 'Not Found', and the status is the same.
        .code(page?.path === path ? 200 : 404)
        .headers(headersOf(path))
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(documents.get(documentOf(page?.pattern, reply)) ?? documents.get(undefined))
    )
  }
  app.get(pageRoute, { config: { access: 'public', isPage: true } }, async (request, reply) => {
    const path = pathOf(request.url)
    if (path.startsWith('/api/')) return reply.callNotFound()
    if (files.has(path)) return reply.sendFile(path)
    // A window that shows only a file has no icon, so the browser requests this address.
    if (path === '/favicon.ico') return reply.redirect('/favicon.svg', 308)
    const page = pagePathOf(path)
    // Some pages have their own headers, by path.
    if (page !== undefined && page !== path)
      return reply.redirect(page + request.url.slice(path.length), 308)
    return sendPage(path, reply)
  })
  return sendPage
}

export const pathOf = (url: string) => url.split('?')[0] ?? '/'

/** If the session has ended, the page replaces the frame of the home page. */
const documentOf = (pattern: string | undefined, { request }: FastifyReply) =>
  pattern === '/' && request.sessionHash ? homeDocument : pattern

/** Returns the page's document with its runtime configuration. */
export function withConfig(template: string, page: PageConfig): string {
  // With "<", a setting could end the script element.
  const config = JSON.stringify(page).replaceAll('<', '\\u003c')
  return template.replace('__PORTAL_CONFIG__', () => config)
}

/** Returns the documents by the path of a page; the one for all other addresses has the key undefined. */
async function documentsOf(
  folder: string,
  page: PageConfig,
): Promise<Map<string | undefined, string>> {
  const template = withConfig(await readFile(join(folder, 'index.html'), 'utf8'), page)
  const built = JSON.parse(await readFile(join(folder, builtPagesFile), 'utf8')) as BuiltPages
  const other = { hasNav: false, scripts: [] }
  return new Map<string | undefined, string>([
    [undefined, withPreloads(template, other)],
    ...Object.entries(built).map(
      ([path, page]) => [path, withPreloads(template, page)] as [string, string],
    ),
  ])
}

type BuiltPages = Record<string, BuiltPage>

/** Returns the document with the page's frame, and with preloads of files that the document does not name. */
function withPreloads(template: string, { hasNav, scripts, font }: BuiltPage): string {
  const links = scripts
    .filter((script) => !template.includes(`"${script}"`))
    .map((script) => `<link rel="modulepreload" crossorigin href="${script}" />`)
  if (font) links.push(`<link rel="preload" as="font" crossorigin href="${font}" />`)
  return template
    .replace('__HAS_NAV__', String(hasNav))
    .replace('</head>', () => `${links.join('\n')}\n</head>`)
}

/** Returns the addresses of the built files; any other address is a page or unknown. */
async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    // Leaves out the files from which the documents are made.
    .filter(({ name }) => name !== 'index.html' && !name.startsWith(builtPagesFile))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  return new Set(paths.map((path) => `/${path.split(sep).join('/')}`))
}
