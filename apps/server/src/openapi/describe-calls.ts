import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { isApiScope } from '@portal/domain/integration/api-scopes'
import { PortalEvent } from '@portal/domain/integration/events.schema'
import type { TSchema } from 'typebox'
import { calls, type Call } from './calls.ts'
import { eventExample, examples } from './examples.ts'

export type ApiDocument = OpenApi.Document
type Operation = OpenApi.OperationObject
type Responses = Record<string, OpenApi.ResponseObject | OpenApi.ReferenceObject>

/**
 * Describes every call from the schemas it is checked with. To be called before the routes are added; afterwards
 * `app.swagger()` answers the document.
 */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  const access = new Map<string, unknown>()
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) access.set(`${one} ${url}`, config?.access)
  })
  await app.register(swagger, {
    openapi: head,
    // Calls of both bases are described once.
    transform: ({ schema, url }) => ({
      url,
      schema: { ...schema, ...(isDescribed(url) ? {} : { hide: true }) },
    }),
    transformObject: (given) => {
      const document = 'openapiObject' in given ? (given.openapiObject as ApiDocument) : undefined
      if (!document?.paths) throw new Error('there is nothing to describe')
      for (const [path, item] of Object.entries(document.paths))
        for (const [method, operation] of Object.entries(item ?? {})) {
          // As the router spells it: `{id}` is `:id`.
          const route = path.replace(/\{(\w+)\}/g, ':$1')
          const name = `${method.toUpperCase()} ${route.replace(/^\/api/, '')}`
          const allowed = access.get(`${method.toUpperCase()} ${route}`)
          complete(operation as Operation, name, allowed)
        }
      return { ...document, webhooks } as unknown as ApiDocument & { webhooks: object }
    },
  })
}

const isDescribed = (url: string) => /^\/(api|health)\//.test(url)

function complete(operation: Operation, name: string, access: unknown): void {
  const call = calls[name]
  if (!call) throw new Error(`${name} has no line in openapi/calls.ts`)
  const [, first = ''] = name.split('/')
  operation.summary = call.summary
  operation.tags = [tagOf(first)]
  operation.operationId = name.replace(/[^A-Za-z]+(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  )
  operation.security = securityOf(name, access)
  operation.description = descriptionOf(access)
  for (const parameter of (operation.parameters ?? []) as OpenApi.ParameterObject[])
    if ('default' in (parameter.schema ?? {})) parameter.required = false
  completeBody(operation, call, name)
  operation.responses = responsesOf(operation.responses as Responses, call, name, access)
}

const tags: Record<string, string> = {
  health: 'Health',
  'is-authenticated': 'Session',
  signin: 'Session',
  signout: 'Session',
  auth: 'Session',
  user: 'Session',
  company: 'Companies',
  invoice: 'Invoices',
  payment: 'Payments',
  license: 'Licenses',
  ttnet: 'Equipment',
  admin: 'Team',
  invite: 'Team',
  accreditation: 'Accreditation',
  integration: 'Integration',
}
const tagOf = (segment: string) => tags[segment] ?? 'Description'

/** A session cookie, whose changes need the token as well; a key; or nothing. */
function securityOf(name: string, access: unknown): OpenApi.SecurityRequirementObject[] {
  if (isApiScope(access)) return [{ key: [access] }]
  if (access === 'public') return []
  return [name.startsWith('GET') ? { session: [] } : { session: [], xsrf: [] }]
}

function descriptionOf(access: unknown): string {
  if (isApiScope(access)) return `Open to keys with \`${access}\`.`
  if (access === 'public') return 'Open to everybody.'
  if (access === 'identified') return 'Open to whoever has signed in, invited people too.'
  if (access === 'signedIn') return 'Open to every user.'
  const wanted = [access].flat().map((one) => `\`${String(one)}\``)
  return `Open to users with ${wanted.join(' or ')}; super admins may call it for any company.`
}

function completeBody(operation: Operation, { takes }: Call, name: string): void {
  const example = examples[name]?.body
  if (takes)
    operation.requestBody = {
      required: true,
      content: Object.fromEntries(
        takes.map((type, nth) => [
          type,
          { schema: { type: 'string' }, ...(nth === 0 && example ? { example } : {}) },
        ]),
      ),
    }
  const body = operation.requestBody as OpenApi.RequestBodyObject | undefined
  const json = body?.content['application/json']
  if (json && example !== undefined) json.example = example
}

function responsesOf(
  declared: Responses,
  { file, answer, also = [] }: Call,
  name: string,
  access: unknown,
): Responses {
  const responses: Responses = {}
  for (const [status, response] of Object.entries(declared ?? {})) {
    const content = 'content' in response ? response.content : undefined
    if (!content && status === '200' && also.includes(302)) continue
    const described = { ...response, description: descriptions[Number(status)] ?? 'Done.' }
    // A refusal in plain words, where people are to read it as it is; the others stay what they are.
    const schema = content?.['application/json']?.schema as { anyOf?: object[] } | undefined
    if (Number(status) >= 400 && schema?.anyOf)
      Object.assign(described, {
        content: {
          'text/plain': { schema: { type: 'string' } },
          'application/json': { schema: refusal },
        },
      })
    responses[status] = described
  }
  if (file) responses[200] = ok({ [file]: { schema: { type: 'string' } } })
  if (answer) responses[200] = ok({ 'application/json': { schema: plain(answer) } })
  for (const [status, example] of Object.entries(examples[name]?.answers ?? {})) {
    const response = responses[status] as OpenApi.ResponseObject | undefined
    const json = response?.content?.['application/json']
    if (json) json.example = example
  }
  const everywhere = [400, 404, 500, 503]
  const ofMembers = access === 'public' ? [403] : [401, 403]
  for (const status of [...everywhere, ...ofMembers, ...also].sort())
    responses[status] ??=
      status === 302 || status === 304
        ? { description: descriptions[status] ?? '' }
        : { $ref: `#/components/responses/${status}` }
  return responses
}

const ok = (content: OpenApi.ResponseObject['content']): OpenApi.ResponseObject => ({
  description: 'Done.',
  ...(content && { content }),
})

/** Without what only TypeBox reads. */
const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as OpenApi.SchemaObject

const descriptions: Record<number, string> = {
  200: 'Done.',
  202: 'Accepted, and not done yet.',
  302: 'The browser goes on to another page.',
  304: 'The copy you have is still right.',
  400: 'The request is wrong; `message` names the field and what is wrong with it.',
  401: 'Nobody is signed in, or the key is not valid.',
  402: "The card's bank said no; `message` is for the customer.",
  403: 'Not allowed: a missing permission, another company, or a page that is out of date.',
  404: "Unknown, or another company's.",
  408: 'The body took too long.',
  409: 'Not possible as things are; `message` says why.',
  410: 'No longer there.',
  413: 'The body is too large.',
  415: 'The body is of another kind.',
  422: 'Understood and refused; nothing was changed.',
  429: 'Too many calls; wait and try again.',
  500: 'Our fault. `supportId` finds it in the log; nothing was changed.',
  503: 'Busy or restarting. Try again after the seconds in `Retry-After`.',
}

const refusal = { $ref: '#/components/schemas/Refusal' }

const head: Partial<ApiDocument> = {
  openapi: '3.1.0',
  info: {
    title: 'Licensing and billing portal',
    version: '1',
    description:
      'Calls of the portal. People call with the cookie of their session, changes with its token as well; the ' +
      "provider's own systems call with a key. A company is named by `companyFilter` or `crmId`; without it, one's own.",
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  components: {
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
      xsrf: {
        type: 'apiKey',
        in: 'header',
        name: 'X-XSRF-TOKEN',
        description: 'The value of the cookie XSRF-TOKEN.',
      },
      key: { type: 'http', scheme: 'bearer', description: 'Made by `portal api-key create`.' },
    },
    schemas: {
      Refusal: {
        type: 'object',
        required: ['message'],
        properties: { message: { type: 'string' }, supportId: { type: 'string' } },
      },
    },
    responses: Object.fromEntries(
      Object.entries(descriptions)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, description]) => [
          status,
          {
            description,
            content: { 'application/json': { schema: refusal } },
          },
        ]),
    ),
  },
}

const webhooks = {
  event: {
    post: {
      operationId: 'event',
      summary: 'An event, sent to EVENTS_URL',
      description:
        'Signed by the Standard Webhooks convention: `webhook-id`, `webhook-timestamp`, `webhook-signature`. At least ' +
        'once, and in order within a company.',
      tags: ['Integration'],
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: plain(PortalEvent), example: eventExample } },
      },
      responses: { '2XX': { description: 'Taken. Anything else is sent again later.' } },
    },
  },
}
