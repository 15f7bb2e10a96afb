import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { escapeHtml } from '../platform/escape-html.ts'
import type { ApiDocument } from './describe-calls.ts'
import { schemaHtml, type JsonSchema } from './schema-html.ts'

type Operation = OpenApi.OperationObject
type Content = Record<string, OpenApi.MediaTypeObject>

interface Described {
  method: string
  path: string
  operation: Operation
}

/** The whole description as one page without any script: it reads, prints and searches like a document. */
export function renderDocs(document: ApiDocument): string {
  const all = operationsOf(document)
  const tags = [...new Set(all.map(({ operation }) => tagOf(operation)))]
  const contents = tags.map((tag) => `<li><a href="#${slug(tag)}">${escapeHtml(tag)}</a></li>`)
  const sections = tags.map((tag) => {
    const calls = all.filter(({ operation }) => tagOf(operation) === tag)
    return `<section><h2 id="${slug(tag)}">${escapeHtml(tag)}</h2>${calls.map(callHtml).join('')}</section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Calls of the ${escapeHtml(document.info.title.toLowerCase())}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header>
<h1>${escapeHtml(document.info.title)}: calls</h1>
<p>${textHtml(document.info.description ?? '')}</p>
<p><a href="/api/openapi.json">OpenAPI ${escapeHtml(document.openapi)} document</a></p>
<nav aria-label="Parts"><ul>${contents.join('')}</ul></nav>
</header>
<main>${sections.join('\n')}</main>
</body>
</html>
`
}

const tagOf = ({ tags }: Operation) => tags?.[0] ?? ''
const slug = (text: string) => text.toLowerCase().replace(/\W+/g, '-')

function operationsOf(document: ApiDocument): Described[] {
  const called = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as Operation,
    })),
  )
  const sent = Object.values(document.webhooks ?? {}).map((item) => ({
    method: 'SENT',
    path: 'EVENTS_URL',
    operation: (item as OpenApi.PathItemObject).post as Operation,
  }))
  return [...called, ...sent]
}

function callHtml({ method, path, operation }: Described): string {
  const id = operation.operationId ?? ''
  const body = operation.requestBody as OpenApi.RequestBodyObject | undefined
  return `<details id="${id}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code>
<span class="what">${escapeHtml(operation.summary ?? '')}</span></summary>
<p>${textHtml(operation.description ?? '')}</p>
${parametersHtml((operation.parameters ?? []) as OpenApi.ParameterObject[])}
${body ? `<h3>Body</h3>${contentHtml(body.content)}` : ''}
<h3>Answers</h3>
<dl>${Object.entries(operation.responses ?? {})
    .map(answerHtml)
    .join('')}</dl>
</details>`
}

function parametersHtml(parameters: OpenApi.ParameterObject[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(place)}${required ? ', needed' : ''}</td>` +
      `<td>${schemaHtml(schema as JsonSchema)}</td></tr>`,
  )
  return `<h3>Given in the address</h3><div class="wide" tabindex="0"><table><thead><tr><th scope="col">Name</th>
<th scope="col">Where</th><th scope="col">What</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function answerHtml([status, answer]: [string, unknown]): string {
  const response = answer as OpenApi.ResponseObject & { $ref?: string }
  // Refusals are described once and say the same everywhere.
  if (response.$ref)
    return `<dt>${status}</dt><dd>${escapeHtml(refusalNames[status] ?? 'Refused.')}</dd>`
  return `<dt>${status}</dt><dd>${escapeHtml(response.description)}${contentHtml(response.content ?? {})}</dd>`
}

const refusalNames: Record<string, string> = {
  400: 'The request is wrong.',
  401: 'Not signed in, or no valid key.',
  402: "The card's bank said no.",
  403: 'Not allowed.',
  404: "Unknown, or another company's.",
  408: 'The body took too long.',
  409: 'Not possible as things are.',
  410: 'No longer there.',
  413: 'Too large.',
  415: 'Of another kind.',
  422: 'Understood and refused.',
  429: 'Too many calls.',
  500: 'Our fault.',
  503: 'Busy or restarting.',
}

function contentHtml(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema, example }]) => {
      const sample = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
      return (
        `<p class="type">${escapeHtml(type)}</p>${schemaHtml(schema)}` +
        (example === undefined ? '' : `<pre tabindex="0">${escapeHtml(sample)}</pre>`)
      )
    })
    .join('')
}

/** Text with `code` in it. */
const textHtml = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
