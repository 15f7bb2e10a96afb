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

/** The logging methods; lines are JSON. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** What all lines and calls of one request, or of one round of a timed work, have in common. */
export interface Trace {
  requestId: string
  /** Adds the request or the work to every line. */
  log: Log & Partial<Pick<FastifyBaseLogger, 'child' | 'level'>>
  /** Fields of every line: the user and the company, after they are known. */
  names?: object
  /** Without a collector of OpenTelemetry, the span records nothing. */
  span: Span
  /** Whether another system was called. */
  hasCalled: boolean
}

declare module '@fastify/request-context' {
  interface RequestContextData {
    trace: Trace
  }
}

/** Returns a new id of a request, for log lines and for errors that people see; it is also a valid trace id. */
export const newRequestId = () => randomBytes(16).toString('hex')

interface Begun {
  requestId: string
  log: Trace['log']
  /** The name of the span; the span of a request gets its route later. */
  name: string
  kind: SpanKind
}

/**
 * Starts the trace of a request or a timed work. The `traceparent` of a client is not read, because any client could
 * choose what is traced.
 */
export function beginTrace({ requestId, log, name, kind }: Begun): Trace {
  const start = () => telemetry.getTracer(tracerName).startSpan(name, { kind }, ROOT_CONTEXT)
  // A new trace gets its id from this storage.
  const span = asyncLocalStorage.run({ trace: { requestId } } as never, start)
  span.setAttribute('requestId', requestId)
  return { requestId, log, span, hasCalled: false }
}

/** Calls another system, as a span of its own. `call` sends the headers, which are empty outside of a request or a timed work. */
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

/** Runs a timed work as its own trace. A round that did nothing is not sent to a collector. */
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
    // The library types its storage by its own accessors, but the stored value is a plain object.
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

/** The attribute of spans that are not sent to a collector: rounds that did nothing. */
export const idle = 'idle'

const tracerName = 'portal'

/** Adds the user and company to all further lines of a request; they replace earlier ones. */
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
  // Fastify logs the end of a request through the reply's log.
  request.log = reply.log = log.child!(facts)
  if (!trace) return
  trace.names = facts
  trace.span.setAttributes(facts)
}

export const currentRequestId = () => requestContext.get('trace')?.requestId

/**
 * Returns a log for the whole process: each line is written to the log of the current request or work. A field of the line
 * replaces the request's field of the same name, because some JSON readers refuse a line with a field twice.
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
