import type { ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import { pagePathOf } from '@portal/domain/session/page-paths'
import type { PageConfig } from '@portal/domain/session/page-config'
import { withConfig } from '../apps/server/src/platform/http/web-pages.ts'
import type { RestartedServer } from './restarted-server.ts'

/** Matches calls, downloads and sign-in, on both bases; everything else is a page or one of its files. */
const serverPath =
  /^\/(api|auth|health|invoice|payment|license|signin|signout|is-authenticated)(?=[/?]|$)/

/**
 * Makes Vite serve the portal's page as the web server does, including its configuration, and pass all other requests to
 * the web server at `target`. Requests wait while that server restarts.
 */
export function pageServer(page: PageConfig, target: string, server: RestartedServer): Plugin {
  return {
    name: 'portal-page-server',
    config: () => ({
      server: {
        proxy: { [serverPath.source]: { target, bypass: ({ url = '/' }) => pageOf(url) } },
      },
    }),
    configureServer: ({ middlewares }) => {
      middlewares.use(({ url = '/' }, response, next) => {
        if (serverPath.test(url) && !pageOf(url)) void whenRunning(server, response, next)
        else next()
      })
    },
    transformIndexHtml: (html) => withConfig(html, page),
  }
}

async function whenRunning(server: RestartedServer, response: ServerResponse, next: () => void) {
  const problem = await server.running()
  if (!problem) return next()
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  response.end(JSON.stringify({ message: problem }))
}

/** The addresses of some pages start like those of calls. */
function pageOf(url: string): string | undefined {
  return pagePathOf(url.split('?')[0] ?? '') === undefined ? undefined : url
}
