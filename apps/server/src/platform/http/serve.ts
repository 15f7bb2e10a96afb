import type { TObject, TSchema } from 'typebox'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preValidationAsyncHookHandler,
  RouteHandlerMethod,
} from 'fastify'
import { calls } from '@portal/domain/calls'
import {
  isMedia,
  type AnswerOf,
  type BodyOf,
  type Call,
  type HeadersOf,
  type ParamsOf,
  type QueryOf,
} from '@portal/domain/kernel/call'
import { declarationFaults } from '@portal/domain/kernel/declaration-faults'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of the call. A route without one prevents the server from starting; pages are excepted. */
    call?: Call
    isPage?: true
  }
  interface FastifyInstance {
    /** Serves the heavy calls only, see heavy-thread.ts. */
    isForHeavyCalls?: true
  }
}

export type Asked<C extends Call> = FastifyRequest<{
  Params: ParamsOf<C>
  Querystring: QueryOf<C>
  Body: BodyOf<C>
  Headers: HeadersOf<C> extends object ? HeadersOf<C> : unknown
}>

export type Handler<C extends Call> = (
  request: Asked<C>,
  reply: FastifyReply,
) => AnswerOf<C> | FastifyReply | Promise<AnswerOf<C> | FastifyReply>

interface ServeOptions {
  bodyLimit?: number
  config?: Omit<FastifyContextConfig, 'access' | 'call'>
  /** Serializes the response differently from its shape. */
  serialize?: (answer: unknown) => string
}

/** Registers a declared call on its bases, with validation by its shapes. */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  ...rest: [Handler<C>] | [ServeOptions, Handler<C>]
): void {
  if (app.isForHeavyCalls && !call.isHeavy) return
  const handler = rest.at(-1) as RouteHandlerMethod
  const { bodyLimit, config, serialize } = rest.length === 2 ? rest[0] : {}
  for (const url of addressesOf(call))
    app.route({
      method: call.method,
      url,
      config: { ...config, access: call.access, call },
      schema: schemaOf(call),
      ...(isBodyOptional(call) && { preValidation: fillBody }),
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(serialize && { serializerCompiler: () => serialize }),
      handler,
    })
}

/** Returns the addresses of a call; the last one is documented. */
export function addressesOf({ bases, path }: Call): string[] {
  if (bases === 'main') return [path]
  return bases === 'both' ? [path, `/api${path}`] : [`/api${path}`]
}

/** Whether the call can be made without a body, because no field of it is required. */
export const isBodyOptional = (call: Call): boolean =>
  'body' in call && !!call.body && !isMedia(call.body) && !(call.body as TObject).required?.length

const fillBody: preValidationAsyncHookHandler = async (request) => {
  request.body ??= {}
}

/** Some clients send an empty object with calls that have no body. */
const emptyBody = { type: ['null', 'object'], maxProperties: 0 }

function schemaOf(call: Call) {
  const { params, query, headers } = call
  const given = 'body' in call && call.body
  const body = given ? !isMedia(given) && given : call.method !== 'GET' && emptyBody
  const answers = Object.entries(call.answers).filter(
    (entry): entry is [string, TSchema] => entry[1] !== null && !isMedia(entry[1]),
  )
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    ...(answers.length > 0 && { response: Object.fromEntries(answers) }),
  }
}

/** Prevents a server with an undeclared route from starting, or with a declared call that is not served. */
export function requireDeclarations(app: FastifyInstance): void {
  const declared = new Set<Call>(Object.values(calls))
  const served = new Set<Call>()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.call && !config?.isPage)
      throw new Error(`${String(method)} ${url} is not declared`)
    if (!config.call) return
    // The documents and the web client are generated from this list.
    if (!declared.has(config.call))
      throw new Error(`${String(method)} ${url} is not listed, or another call has its name`)
    const faults = declarationFaults(config.call)
    if (faults.length > 0) throw new Error(`${String(method)} ${url}: ${faults.join('; ')}`)
    served.add(config.call)
  })
  app.addHook('onReady', async () => {
    for (const [name, call] of Object.entries<Call>(calls))
      if (!served.has(call)) throw new Error(`${name} is declared and not served`)
  })
}
