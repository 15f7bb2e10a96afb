import { randomBytes } from 'node:crypto'
import { asyncLocalStorage, requestContext } from '@fastify/request-context'
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as telemetry,
  TraceFlags,
  type Span,
} from '@opentelemetry/api'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'

/** Methods of a log; its lines are JSON. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** What one request, or one round of a timed work, has in common. */
export interface Trace {
  requestId: string
  /** Its lines name the request or the work. */
  log: Log & Partial<Pick<FastifyBaseLogger, 'child' | 'level'>>
  /** Fields of each line: the person and the company, once they are known. */
  names?: object
  /** Records nothing without a collector of OpenTelemetry. */
  span: Span
  /** Whether another system was called. */
  hasCalled: boolean
}

declare module '@fastify/request-context' {
  interface RequestContextData {
    trace: Trace
  }
}

/** Id of a request, in lines of the log and in errors that people see; also a valid trace id. */
export const newRequestId = () => randomBytes(16).toString('hex')

interface Begun {
  requestId: string
  log: Trace['log']
  /** Names the span; a request's gets its route later. */
  name: string
  kind: SpanKind
}

/** Begins the trace of a request or a timed work. A `traceparent` of a client is not read: anyone could choose what is traced. */
export function beginTrace({ requestId, log, name, kind }: Begun): Trace {
  const start = () => telemetry.getTracer(tracerName).startSpan(name, { kind }, ROOT_CONTEXT)
  // A new trace takes its id from here.
  const span = asyncLocalStorage.run({ trace: { requestId } } as never, start)
  span.setAttribute('requestId', requestId)
  return { requestId, log, span, hasCalled: false }
}

/**
 * Calls another system, as a span of its own. `call` sends the headers; they are empty outside of a request or a timed
 * work.
 */
export async function calling<T>(
  name: string,
  call: (headers: { traceparent?: string }) => Promise<T>,
): Promise<T> {
  const trace = requestContext.get('trace')
  if (!trace) return call({})
  trace.hasCalled = true
  const parent = telemetry.setSpan(ROOT_CONTEXT, trace.span)
  const span = telemetry.getTracer(tracerName).startSpan(name, { kind: SpanKind.CLIENT }, parent)
  const context = span.spanContext()
  const { spanId, traceFlags } = isSpanContextValid(context)
    ? context
    : { spanId: randomBytes(8).toString('hex'), traceFlags: TraceFlags.SAMPLED }
  try {
    return await call({ traceparent: `00-${trace.requestId}-${spanId}-0${traceFlags & 1}` })
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** Runs a timed work as a trace of its own. A round that did nothing is not sent to a collector. */
export async function traced<T>(
  log: Log & { child?: FastifyBaseLogger['child'] },
  facts: { work?: string },
  work: () => Promise<T>,
): Promise<T> {
  const requestId = newRequestId()
  const child = log.child ? log.child({ requestId, ...facts }) : log
  const name = facts.work ?? 'work'
  const trace = beginTrace({ requestId, log: child, name, kind: SpanKind.INTERNAL })
  const { span } = trace
  try {
    // The library types its storage by its own accessors; what it stores is a plain object.
    const done = await asyncLocalStorage.run({ trace } as never, work)
    if (!done && !trace.hasCalled) span.setAttribute(idle, true)
    return done
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** Attribute of what is not sent to a collector: rounds that did nothing. */
export const idle = 'idle'

const tracerName = 'portal'

/** Adds who acts, and for which company, to all further lines of a request, in place of what was added before. */
export function nameInLog(
  request: FastifyRequest,
  reply: FastifyReply,
  actor: { userId: string; accountId: string },
  scope: { accountId: string } | null,
): void {
  const facts = {
    actorId: actor.userId,
    actorAccountId: actor.accountId,
    ...(scope && { accountId: scope.accountId }),
  }
  const trace = requestContext.get('trace')
  const log = trace?.names === undefined ? request.log : trace.log
  // The reply writes the line that the request is complete.
  request.log = reply.log = log.child!(facts)
  if (!trace) return
  trace.names = facts
  trace.span.setAttributes(facts)
}

export const currentRequestId = () => requestContext.get('trace')?.requestId

/**
 * A log for all of a process: each line goes to the log of the request or work that writes it. A field of the line
 * replaces a name of the request: no field is in a line twice, which some readers of JSON refuse.
 */
export function tracedLog(base: Log): Log {
  const write =
    (level: keyof Log) =>
    (...[facts, message]: Parameters<Log['info']>) => {
      const { log = base, names } = requestContext.get('trace') ?? {}
      if (typeof facts === 'string') log[level]({ ...names }, facts)
      else log[level]({ ...names, ...(facts as object) }, message)
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
