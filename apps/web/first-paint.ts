import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import {
  builtPagesFile,
  homeDocument,
  type BuiltPage,
} from '../../packages/domain/src/session/built-page.ts'
import { withWidths } from './src/ui/css-widths.ts'

const root = import.meta.dirname
const sheets = ['src/ui/fallback-font.css', 'src/ui/tokens.css', 'src/shell/first-paint.css']
type Bundle = Rolldown.OutputBundle

/**
 * Lets the document be painted before its code and its main style sheet have loaded: a small sheet of its own, the
 * main sheet after the content, and for the server the files that each page needs.
 */
export function firstPaint(): Plugin {
  return {
    name: 'portal-first-paint',
    buildStart() {
      if (this.environment.mode !== 'build') return
      const sources = sheets.map((file) => withWidths(readFileSync(join(root, file), 'utf8')))
      this.emitFile({ type: 'asset', name: 'first-paint.css', source: sources.join('\n') })
    },
    generateBundle(_options, bundle) {
      const source = JSON.stringify(builtPages(bundle))
      this.emitFile({ type: 'asset', fileName: builtPagesFile, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html.replace('</head>', `${sheets.map(link).join('')}</head>`)
        const sheet = Object.keys(bundle).find((file) => /first-paint.*\.css$/.test(file))!
        const main = /\s*<link rel="stylesheet"[^>]*>/.exec(html)![0]
        return html
          .replace(main, '')
          .replace('</title>', `</title>\n    ${link(sheet)}`)
          .replace('</body>', `${main.trim()}\n  </body>`)
      },
    },
  }
}

const link = (file: string) => `<link rel="stylesheet" href="/${file}" />`

/** The pages of routes.tsx by path, with the files that the entry and the page's screen load. */
function builtPages(bundle: Bundle): Record<string, BuiltPage> {
  const routes = readFileSync(join(root, 'src/routes.tsx'), 'utf8').split('createRoute({').slice(1)
  const main = filesOf(bundle, 'src/main.tsx')
  const font = `/${Object.keys(bundle).find((file) => /inter-latin-wght-.*\.woff2$/.test(file))!}`
  const scriptsOf = (screen: string | undefined) => [
    ...new Set(screen ? [...main, ...filesOf(bundle, `src/${screen}`)] : main),
  ]
  return Object.fromEntries([
    [homeDocument, { hasNav: true, scripts: scriptsOf('home/HomeScreen.tsx') }],
    ...routes.map((route): [string, BuiltPage] => {
      const path = /path: '(.+?)'/.exec(route)![1]!.replace(/\$\w+/g, ':id')
      const hasNav = !/access: 'public'|hasNav: false/.test(route)
      const screen = /import\('\.\/(.+?)'\)/.exec(route)?.[1]
      return [path, { hasNav, scripts: scriptsOf(screen), ...(!hasNav && { font }) }]
    }),
  ])
}

/** The chunk of a module, and all chunks that it imports. */
function filesOf(bundle: Bundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const start = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)))
  if (!start) throw new Error(`${module} has no chunk.`)
  const found = new Set([start.fileName])
  for (const name of found)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      found.add(imported)
  return [...found].map((name) => `/${name}`)
}
