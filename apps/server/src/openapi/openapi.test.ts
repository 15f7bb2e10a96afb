import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isApiScope } from '@portal/domain/integration/api-scopes'
import { withNewKey } from '../../test/api-keys.ts'
import { addresses, policy, type RoutePolicy } from '../../test/policy.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../test/portal.ts'

interface Media {
  schema?: object
  example?: unknown
}
interface Answer {
  $ref?: string
  content?: Record<string, Media>
}
interface Operation {
  summary: string
  security: object[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { responses: Record<string, Answer>; schemas: Record<string, object> }
}

let portal: TestPortal
let superAdmin: Browser
let machine: Awaited<ReturnType<typeof withNewKey>>
let document: Document

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.given.company('A1')
  await portal.given.line('A1', await portal.given.invoice('A1', 'A-1'), 0, 'A line')
  await portal.given.user('super@a.example', 'A1', [], ['Licenses'], 'SuperAdmin')
  superAdmin = await portal.signIn('super@a.example')
  machine = await withNewKey(portal, 'records:write', 'events:read')
  document = (await portal.stranger.get('/api/openapi.json')).json()
})
afterAll(() => portal.close())

/** The described call of a route; calls of both bases are described once. */
function operationOf({ method, ...one }: RoutePolicy): Operation | undefined {
  const [path = ''] = addresses({ ...one, method, example: one.route }).slice(-1)
  return document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
}

const ajv = new Ajv2020({ strict: false })
const whole = (answer: Answer) =>
  answer.$ref ? document.components.responses[answer.$ref.split('/').at(-1)!]! : answer

/** What is wrong with a value, by the schema the document gives it. */
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
  expect(await validator.validate(document as unknown as Record<string, unknown>)).toEqual({
    valid: true,
  })
  expect(validator.version).toBe('3.1')
})

test('it describes every call of the server and no other, with who may make it', () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described).toHaveLength(policy.length)
  for (const one of policy) {
    const operation = operationOf(one)
    expect(operation?.summary, one.route).toMatch(/^[A-Z].*\.$/)
    const { access } = one
    const [opened = {}] = operation!.security
    const wanted = isApiScope(access) ? ['key', [access]] : ['session', []]
    expect(Object.entries(opened)[0], one.route).toEqual(access === 'public' ? undefined : wanted)
  }
})

test('every example keeps to its schema', () => {
  const operations = [
    ...Object.values(document.paths),
    ...Object.values(document.webhooks),
  ].flatMap((item) => Object.values(item))
  const media = operations.flatMap(({ requestBody, responses }) => [
    ...Object.values(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
  ])
  const given = media.filter(({ example }) => example !== undefined)
  expect(given.length).toBeGreaterThanOrEqual(10)
  for (const one of given) expect(faults(one, one.example)).toBeUndefined()
})

describe.each(policy)('$method $route', (one) => {
  test('answers only what is described: status and shape', async () => {
    const operation = operationOf(one)!
    const options = one.body ? { payload: one.body } : {}
    for (const address of addresses(one))
      for (const send of [
        () => portal.stranger.send(one.method, address, options),
        () => superAdmin.send(one.method, address, options),
        () => superAdmin.send(one.method, address, { ...options, headers: { 'x-xsrf-token': '' } }),
        () =>
          superAdmin.send(
            one.method,
            `${address}${address.includes('?') ? '&' : '?'}companyFilter=%00`,
            options,
          ),
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

test('the page for people shows every call without any script', async () => {
  const page = await portal.stranger.get('/api/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).not.toMatch(/<script|style=|onclick/)
  for (const path of Object.keys(document.paths)) expect(page.body).toContain(path)
  expect((await portal.stranger.get('/api/docs/style.css')).headers['content-type']).toMatch(
    'text/css',
  )
})
