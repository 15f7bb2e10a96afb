import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { brotliDecompressSync } from 'node:zlib'
import { headersOf, isMedia, refusalsOf, rightsHeader, type Call } from '@portal/domain/kernel/call'

/** Headers that clients depend on. */
const telling = ['x-count', 'x-count-more', 'etag', 'location', ...Object.keys(rightsHeader)]

/** Collects responses that the declarations of their calls do not cover, from all requests of the tests. */
export function collectUndeclared(app: FastifyInstance): Set<string> {
  const found = new Set<string>()
  app.addHook('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config
    if (!call) return
    for (const fault of [...faultsOf(call, reply), ...shapeFaults(call, reply, payload)])
      found.add(`${call.method} ${call.path} ${reply.statusCode}: ${fault}`)
  })
  return found
}

function faultsOf(call: Call, reply: FastifyReply): string[] {
  const { statusCode: status } = reply
  const known = [...refusalsOf(call), ...Object.keys(call.answers).map(Number)]
  const mustWait = status === 429 || status === 503
  return [
    ...(known.includes(status) ? [] : ['this status is not declared']),
    ...(mustWait && !reply.hasHeader('retry-after') ? ['it does not say when to try again'] : []),
    ...telling
      .filter((name) => reply.hasHeader(name) && status < 400 && !(name in headersOf(call)))
      .map((name) => `the header ${name} is not declared`),
    ...Object.keys(rightsHeader)
      .filter((name) => name in headersOf(call) && status < 400 && !reply.hasHeader(name))
      .map((name) => `the header ${name} is missing`),
    ...typeFaults(call, reply),
  ]
}

function typeFaults(call: Call, reply: FastifyReply): string[] {
  const answer = call.answers[reply.statusCode as 200]
  const [type] = String(reply.getHeader('content-type') ?? '').split(';')
  if (!answer || !type) return []
  const types = isMedia(answer) ? [...answer.media] : ['application/json']
  if (reply.statusCode >= 400) types.push('application/json')
  return types.includes(type) ? [] : [`the type ${type} is not declared`]
}

/** Some responses are text from the database: no other check validates these against their shape. */
function shapeFaults(call: Call, reply: FastifyReply, payload: unknown): string[] {
  const shape = call.answers[reply.statusCode as 200]
  if (!shape || isMedia(shape) || reply.statusCode >= 400) return []
  const isPacked = Buffer.isBuffer(payload) && reply.getHeader('content-encoding') === 'br'
  const text = String(isPacked ? brotliDecompressSync(payload) : payload)
  const validate = validatorOf(shape)
  validate(JSON.parse(text))
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  )
}

const ajv = new Ajv({ strict: false })
const validators = new WeakMap<object, ValidateFunction>()

function validatorOf(shape: object): ValidateFunction {
  const known = validators.get(shape)
  if (known) return known
  const validate = ajv.compile(closed(JSON.parse(JSON.stringify(shape))) as object)
  validators.set(shape, validate)
  return validate
}

/** The shape, which refuses undeclared fields. */
function closed(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(closed)
  if (typeof shape !== 'object' || shape === null) return shape
  const parts = Object.entries(shape).map(([key, part]) => [key, closed(part)] as const)
  const isObject = 'properties' in shape && typeof shape.properties === 'object'
  return { ...(isObject && { additionalProperties: false }), ...Object.fromEntries(parts) }
}
