import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import type { RawAnswer } from '../lab/fetch-raw.ts'

const html = `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; font: 14px sans-serif } .rows { height: 600px; overflow: auto; contain: strict }
  .all { position: relative } .row { position: absolute; inset: 0 0 auto; height: 54px; display: flex; gap: 14px }
  .row span { flex: 1 }</style><div id="root"></div><script type="module" src="/bare-list.js"></script>`

/** Serves the bare list on its own origin, with the portal's responses. */
export async function serveBarePage(lists: RawAnswer[]) {
  // Compressed like the portal's scripts.
  const script = brotliCompressSync(await bundle())
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
    const list = lists[Number(searchParams.get('page')) - 1]
    if (pathname === '/bare-list.js') send(response, 'text/javascript', script, 'br')
    else if (list) send(response, 'application/json', list.body, list.headers['content-encoding'])
    else send(response, 'text/html', html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function send(response: ServerResponse, type: string, body: string | Uint8Array, encoding = '') {
  response.writeHead(200, {
    'content-type': type,
    ...(encoding && { 'content-encoding': encoding }),
  })
  response.end(body)
}

async function bundle(): Promise<Uint8Array> {
  const root = import.meta.portalRoot
  const { outputFiles } = await build({
    entryPoints: [join(root, 'bench/browser/bare-list.tsx')],
    bundle: true,
    format: 'esm',
    target: 'es2023',
    minify: true,
    write: false,
    jsx: 'automatic',
    alias: { '@portal/domain': join(root, 'packages/domain/src') },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]!.contents
}
