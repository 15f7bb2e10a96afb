import { callsBySlice } from '@portal/domain/calls'
import { isApiAccess } from '@portal/domain/kernel/api-scopes'
import { PortalEvent } from '@portal/domain/integration/events.schema'
import {
  headersOf,
  isMedia,
  refusalsOf,
  rightsHeader,
  type Call,
  type Media,
} from '@portal/domain/kernel/call'
import { exampleOf, type Shape } from '@portal/domain/kernel/example-of'
import { ErrorAnswer } from '@portal/domain/session/session.schema'
import { recordSchemas } from '../import/record-schemas.ts'
import { addressesOf, isBodyOptional } from '../platform/http/serve.ts'
import { NamedShapes } from './named-shapes.ts'
import { refusalExamples, statusTexts } from './status-texts.ts'

/** Objects of the OpenAPI specification; a test validates the document against its schema. */
type Part = Record<string, unknown>

/** Describes every call, from the declarations that the server uses. */
export function apiDocument(): Part {
  const shapes = new NamedShapes()
  const refusal = shapes.refer(ErrorAnswer)
  const paths: Record<string, Part> = {}
  for (const [slice, calls] of Object.entries(callsBySlice))
    for (const [name, call] of Object.entries<Call>(calls)) {
      const path = addressesOf(call)
        .at(-1)!
        .replace(/:(\w+)/g, '{$1}')
      const method = call.method.toLowerCase()
      paths[path] = { ...paths[path], [method]: operationOf(shapes, slice, name, call) }
    }
  const webhooks = { event: { post: webhook(shapes) } }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: Object.keys(callsBySlice).map((slice) => ({ name: tagOf(slice) })),
    paths,
    webhooks,
    components: {
      securitySchemes,
      responses: refusals(refusal),
      headers: { 'Retry-After': retryAfter, 'X-Rights': rights },
      schemas: { ...shapes.all(), ...recordSchemas() },
    },
  }
}

const info: Part = {
  title: 'Licensing and billing portal',
  version: '1',
  description:
    "Browsers use a session cookie; changes also need its XSRF token. The provider's own systems use an API " +
    'key. `companyFilter` or `crmId` names the company; the default is your own. A call of a super admin that names ' +
    'an invoice, an order, a request, a user or an invitation is for the company of that record.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

const securitySchemes: Part = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sid',
    description: 'Set by sign-in. A portal on plain http (localhost) names it `sid-` and its port.',
  },
  xsrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description:
      'The value of the cookie `XSRF-TOKEN`, which must be sent as well. The portal sets that cookie in the response to any ' +
      'call without a valid one, so after sign-in make a GET first.',
  },
  key: { type: 'http', scheme: 'bearer', description: 'Created by `portal api-key create`.' },
}

const retryAfter: Part = {
  description: 'Seconds to wait before the call is repeated.',
  schema: { type: 'integer' },
}

const rights: Part = {
  description: rightsHeader['x-rights'],
  schema: { type: 'string' },
}

const tagOf = (slice: string) => slice.charAt(0).toUpperCase() + slice.slice(1)

function operationOf(shapes: NamedShapes, slice: string, name: string, call: Call): Part {
  const body = 'body' in call ? call.body : null
  return {
    operationId: name,
    tags: [tagOf(slice)],
    summary: call.summary,
    description: descriptionOf(call.access),
    security: securityOf(call),
    parameters: [
      ...parametersOf(shapes, 'path', call.params),
      ...parametersOf(shapes, 'query', call.query),
      ...parametersOf(shapes, 'header', call.headers),
    ],
    ...(body && {
      requestBody: { required: !isBodyOptional(call), content: contentOf(shapes, body) },
    }),
    responses: responsesOf(shapes, call),
  }
}

/** Returns the required key or session; changes also need the XSRF token, even for visitors. */
function securityOf({ access, method, signed }: Call): Part[] {
  if (isApiAccess(access)) return [{ key: [access] }]
  if (access === 'public' && (method === 'GET' || signed)) return []
  return [{ ...(access !== 'public' && { session: [] }), ...(method !== 'GET' && { xsrf: [] }) }]
}

function descriptionOf(access: Call['access']): string {
  if (isApiAccess(access)) return `For keys with \`${access}\`.`
  if (access === 'public') return 'For everyone.'
  if (access === 'identified') return 'For everyone who has signed in, including invited people.'
  if (access === 'signedIn') return 'For every user.'
  if (access === 'SuperAdmin') return 'For super admins.'
  const wanted = [access].flat().map((one) => `\`${one}\``)
  return `For users with ${wanted.join(' or ')}; super admins may call it for any company.`
}

function parametersOf(
  shapes: NamedShapes,
  place: 'path' | 'query' | 'header',
  fields: Call['params'] | null,
): Part[] {
  const required = new Set<string>(fields?.required)
  return Object.entries<Shape>(fields?.properties ?? {}).map(([name, field]) => {
    const { description, examples: _, ...schema } = field
    return {
      name,
      in: place,
      required: required.has(name) && !('default' in field),
      description,
      schema: shapes.refer(schema),
      example: exampleOf(field),
    }
  })
}

function contentOf(shapes: NamedShapes, body: Shape | Media, example?: unknown): Part {
  if (!('media' in body))
    return {
      'application/json': { schema: shapes.refer(body), example: example ?? exampleOf(body) },
    }
  return Object.fromEntries(
    body.media.map((type) => [
      type,
      {
        schema: isText(type) ? { type: 'string' } : { type: 'string', format: 'binary' },
        // OpenAPI 3.1 cannot describe the lines of a stream; OpenAPI 3.2 has itemSchema for this.
        ...(/ndjson/.test(type) && {
          'x-itemSchema': { $ref: '#/components/schemas/PortalRecord' },
        }),
        ...(body.example && isText(type) && { example: body.example }),
      },
    ]),
  )
}

const isText = (type: string) => /^text\/|json/.test(type)

function responsesOf(shapes: NamedShapes, call: Call): Part {
  const responses: Part = {}
  const examples: Readonly<Record<string, unknown>> = call.examples ?? {}
  for (const [status, answer] of Object.entries(call.answers)) {
    const isRefusal = Number(status) >= 400
    const sendsHeaders = answer === null ? status === '302' : !isMedia(answer) || !isRefusal
    const content = answer && {
      ...contentOf(shapes, answer, examples[status]),
      ...(isRefusal && isMedia(answer) && contentOf(shapes, ErrorAnswer)),
    }
    responses[status] = {
      description: statusTexts[Number(status)]!,
      ...(sendsHeaders && describedHeaders(call)),
      ...(content && { content }),
    }
  }
  for (const status of refusalsOf(call))
    responses[status] ??= { $ref: `#/components/responses/${status}` }
  return responses
}

function describedHeaders(call: Call): Part {
  const headers = Object.entries(headersOf(call)).map(([name, description]) => [
    name,
    name in rightsHeader
      ? { $ref: '#/components/headers/X-Rights' }
      : { description, schema: { type: name === 'x-count' ? 'integer' : 'string' } },
  ])
  return headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}
}

function refusals(refusal: Part): Part {
  const described = Object.entries(statusTexts).filter(([status]) => Number(status) >= 400)
  return Object.fromEntries(
    described.map(([status, description]) => [
      status,
      {
        description,
        ...(['429', '503'].includes(status) && {
          headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
        }),
        content: { 'application/json': { schema: refusal, example: refusalExamples[status] } },
      },
    ]),
  )
}

const webhook = (shapes: NamedShapes): Part => ({
  operationId: 'event',
  summary: 'An event, sent to EVENTS_URL.',
  description:
    'Signed by the Standard Webhooks convention: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Sent at least ' +
    'once, and in order within a company.',
  tags: [tagOf('integration')],
  security: [],
  requestBody: { required: true, content: contentOf(shapes, PortalEvent as Shape) },
  responses: {
    '2XX': { description: 'Accepted. After any other response it is sent again later.' },
  },
})
