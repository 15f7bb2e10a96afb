import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const library = (file: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`@fastify/swagger-ui/static/${file}`))

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API of the licensing and billing portal</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/page.css">
</head>
<body>
<main id="api"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/page.js"></script>
</body>
</html>
`

// Only GET calls can be tried: changes need the XSRF token of a portal page.
const script = `const isDark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', isDark.matches)
isDark.addEventListener('change', paint)
paint()

// The page fills in examples. For an optional parameter, an example would act as a filter or name another company, so
// it is removed.
const showExamples = (document) => {
  for (const { parameters = [] } of Object.values(document.paths).flatMap(Object.values))
    for (const one of parameters)
      if (!one.required && 'example' in one) {
        one.description += ' Example: \`' + one.example + '\`'
        delete one.example
      }
  return document
}
const updateJsonSpec = (update) => (document) => update(showExamples(document))

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  displayOperationId: true,
  docExpansion: 'list',
  filter: true,
  supportedSubmitMethods: ['get'],
  plugins: [{ statePlugins: { spec: { wrapActions: { updateJsonSpec } } } }],
})
`

const css = `body { margin: 0 }
html.dark-mode { background: #1c2022 }
.swagger-ui .scheme-container { padding: 12px 0 }
.swagger-ui .servers, .swagger-ui .servers-title { display: none }
@media (width < 800px) { .swagger-ui .opblock .opblock-summary-operation-id { display: none } }
.swagger-ui .wrapper { box-sizing: border-box; overflow-x: auto }
`

export interface PageFile {
  type: string
  /** The content is created on the first request. */
  read: () => string | Buffer
}

/** The files of the API page, by name; the page itself has an empty name. */
export const pageFiles: Readonly<Record<string, PageFile>> = {
  '': { type: 'text/html', read: () => html },
  'page.js': { type: 'text/javascript', read: () => script },
  'page.css': { type: 'text/css', read: () => css },
  'swagger-ui.css': { type: 'text/css', read: () => library('swagger-ui.css') },
  'swagger-ui-bundle.js': { type: 'text/javascript', read: () => library('swagger-ui-bundle.js') },
}

/** All scripts are files of this origin. The library assigns HTML strings, which trusted types would block. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
