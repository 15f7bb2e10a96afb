import { brotliDecompressSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiScopes, isApiAccess } from '@portal/domain/kernel/api-scopes'
import { withNewKey } from '../../test/integration/api-keys.ts'
import {
  addresses,
  fromOtherSystems,
  pages,
  policy,
  withCompany,
  type RoutePolicy,
} from '../../test/access/policy.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

interface Described {
  name?: string
  description?: string
  example?: unknown
}
interface Media {
  schema?: object
  example?: unknown
}
interface Answer {
  $ref?: string
  headers?: Record<string, Described & { $ref?: string }>
  content?: Record<string, Media>
}
interface Operation {
  summary: string
  security: object[]
  parameters: Described[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { responses: Record<string, Answer>; schemas: Record<string, object> }
}

const calls = policy.filter((one) => !pages.includes(one))

const portal = testPortal()
let superAdmin: Browser
let machine: Awaited<ReturnType<typeof withNewKey>>
let document: Document

beforeAll(async () => {
  await portal.given.company('A1')
  await portal.given.line('A1', await portal.given.invoice('A1', 'A-1'), 0, 'A line')
  superAdmin = await portal.person('super@a.example', 'A1', [], ['Licenses'], 'SuperAdmin')
  machine = await withNewKey(portal, ...apiScopes)
  document = (await portal.stranger.get('/api/openapi.json')).json()
})

const policyOf = (method: string, route: string) =>
  calls.find((one) => one.method === method && one.route === route)!

/** Returns the described call of a route. A call that is served on both bases is described once. */
function operationOf({ method, ...one }: RoutePolicy): Operation {
  const [path = ''] = addresses({ ...one, method, example: one.route }).slice(-1)
  return document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
}

const ajv = new Ajv2020({ strict: false })
const whole = (answer: Answer) =>
  answer.$ref ? document.components.responses[answer.$ref.split('/').at(-1)!]! : answer

function faults(media: Media | undefined, value: unknown): unknown {
  const { schema } = media ?? {}
  if (!schema) return 'there is no schema'
  const id = 'document'
  if (!ajv.getSchema(id)) ajv.addSchema({ $id: id, components: document.components })
  const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
  const check = ajv.compile(JSON.parse(text) as object)
  return check(value) ? undefined : check.errors
}

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const verdict = await validator.validate(document as unknown as Record<string, unknown>)
  expect(verdict).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('it describes all calls of the server and no others, with their access', () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described).toHaveLength(calls.length)
  for (const one of calls) {
    const operation = operationOf(one)
    expect(operation.summary, one.route).toMatch(/^[A-Z].*\.$/)
    const [opened = {}] = operation.security
    expect(Object.keys(opened), `${one.method} ${one.route}`).toEqual(provenBy(one))
  }
})

/** Changes need the XSRF token, even for visitors. */
function provenBy({ access, method, route }: RoutePolicy): string[] {
  if (isApiAccess(access)) return ['key']
  const needsToken = method !== 'GET' && !fromOtherSystems.includes(route)
  return [...(access === 'public' ? [] : ['session']), ...(needsToken ? ['xsrf'] : [])]
}

const operations = () =>
  [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((item) =>
    Object.values(item),
  )

test('every parameter and header is described, with an example of the parameter', () => {
  for (const { parameters = [], responses } of operations()) {
    for (const one of parameters) {
      expect(one.description, JSON.stringify(one)).toBeTruthy()
      expect(one.example, JSON.stringify(one)).toBeDefined()
    }
    for (const answer of Object.values(responses))
      for (const header of Object.values(whole(answer).headers ?? {}))
        expect(header.$ref ?? header.description).toBeTruthy()
  }
})

test('every JSON body and response has an example, and all match their schemas', () => {
  const media = operations().flatMap(({ requestBody, responses }) => [
    ...Object.entries(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap((answer) => Object.entries(whole(answer).content ?? {})),
  ])
  const json = media.filter(([type]) => type === 'application/json')
  expect(json.filter(([, { example }]) => example === undefined)).toEqual([])
  const given = media.filter(([, { example }]) => example !== undefined)
  expect(given.flatMap(([, one]) => faults(one, one.example) ?? [])).toEqual([])
})

test('429 and 503 declare Retry-After', () => {
  for (const status of ['429', '503'])
    expect(document.components.responses[status]?.headers).toHaveProperty('Retry-After')
  expect(operationOf(policyOf('POST', '/license')).responses).toHaveProperty('429')
})

test('paged lists declare their parameters and their total', () => {
  const { parameters, responses } = operationOf(policyOf('GET', '/invoice'))
  const names = ['page', 'perPage', 'if-none-match']
  expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  expect(Object.keys(responses[200]?.headers ?? {})).toEqual(['x-count', 'etag', 'x-rights'])
})

test('shapes have names, also those of events and records', () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining([
      'Invoice',
      'PaymentBatch',
      'Refusal',
      'PortalEvent',
      'InvoicePaymentSucceededEvent',
      'PortalRecord',
      'InvoiceRecord',
    ]),
  )
  const text = JSON.stringify(document)
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(document.components.schemas).toHaveProperty(name!)
})

test('shapes use keywords that client generators support', () => {
  const schemas: Record<string, unknown>[] = []
  JSON.stringify(document, (_key, value: unknown) => {
    if (typeof value === 'object' && value && 'enum' in value) schemas.push({ ...value })
    return value
  })
  expect(schemas.length).toBeGreaterThan(0)
  expect(schemas.filter(({ type }) => type === undefined)).toEqual([])
  expect(JSON.stringify(document)).not.toContain('patternProperties')
  expect(JSON.stringify(document.components.schemas['RecordsReport'])).toMatch(
    /"kinds":{[^}]*"additionalProperties":{/,
  )
  const { responses } = operationOf(policyOf('GET', '/invoice/pdf/:file'))
  const { schema } = responses[200]!.content!['application/pdf']!
  expect(schema).toEqual({ type: 'string', format: 'binary' })
})

test('a slow, too large or wrongly typed body may be refused', () => {
  for (const { requestBody, responses } of Object.values(document.paths).flatMap(Object.values))
    expect(
      Object.keys(responses).filter((status) => ['408', '413', '415'].includes(status)),
    ).toEqual(requestBody ? ['408', '413', '415'] : [])
})

describe.each(calls)('$method $route', (one) => {
  test('responses have only described statuses and shapes', async () => {
    const operation = operationOf(one)
    const options = one.body ? { payload: one.body } : {}
    for (const address of addresses(one))
      for (const send of [
        () => portal.stranger.send(one.method, address, options),
        () => superAdmin.send(one.method, address, options),
        () => superAdmin.send(one.method, address, { ...options, headers: { 'x-xsrf-token': '' } }),
        () => superAdmin.send(one.method, withCompany(address, '\0'), options),
        () => machine.call(one.method as 'GET', address, options),
      ]) {
        const { statusCode, headers, body } = await send()
        const answer = operation.responses[statusCode]
        expect(answer, `${statusCode} ${body}`).toBeDefined()
        const [type = ''] = (headers['content-type'] as string | undefined)?.split(';') ?? []
        const { content } = whole(answer!)
        if (statusCode === 302 || !content) continue
        expect(Object.keys(content)).toContain(type)
        const isReadable = type === 'application/json' && !headers['content-encoding']
        const wrong = isReadable && faults(content[type], JSON.parse(body))
        expect(wrong || undefined, body.slice(0, 300)).toBeUndefined()
      }
  })
})

test('the page for people uses only files of this origin', async () => {
  const page = await portal.stranger.get('/api/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self';/)
  const named = [...page.body.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g)].map(([, file]) => file!)
  expect(named).toHaveLength(4)
  for (const file of named) {
    const plain = await portal.stranger.get(file)
    const short = await portal.stranger.get(file, { headers: { 'accept-encoding': 'br' } })
    expect(plain.statusCode, file).toBe(200)
    expect(brotliDecompressSync(short.rawPayload).equals(plain.rawPayload)).toBe(true)
  }
})
