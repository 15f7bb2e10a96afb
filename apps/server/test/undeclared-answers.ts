import type { FastifyInstance, FastifyReply } from 'fastify'
import { isMedia, refusalsOf, type Call } from '@portal/domain/kernel/call'

/** Headers that programs of others go by. */
const telling = ['x-count', 'x-count-more', 'etag', 'location']

/** Collects answers of calls that their declarations do not tell of, whatever the tests ask for. */
export function collectUndeclared(app: FastifyInstance): Set<string> {
  const found = new Set<string>()
  app.addHook('onSend', async (request, reply) => {
    const { call } = request.routeOptions.config
    if (!call) return
    for (const fault of faultsOf(call, reply))
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
      .filter((name) => reply.hasHeader(name) && status < 400 && !(name in (call.sends ?? {})))
      .map((name) => `the header ${name} is not declared`),
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
