import { randomBytes } from 'node:crypto'
import { asyncLocalStorage, requestContext } from '@fastify/request-context'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'

/** Methods of a log; its lines are JSON. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** What one request, or one round of a timed work, has in common. */
export interface Trace {
  requestId: string
  /** W3C trace id: 32 hexadecimal digits. The caller's, if it sent one. */
  traceId: string
  /** Its lines name the request or the work. */
  log: Log & Partial<Pick<FastifyBaseLogger, 'child' | 'level'>>
  /** Fields of each line: the person and the company, once they are known. */
  names?: object
}

declare module '@fastify/request-context' {
  interface RequestContextData {
    trace: Trace
  }
}

/** Id of a request, in lines of the log and in errors that people see; also a valid trace id. */
export const newRequestId = () => randomBytes(16).toString('hex')

/** Returns the trace id of a `traceparent` header (W3C Trace Context), if it is valid. */
export function traceIdOf(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId, parentId] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:$|-)/.exec(header) ?? []
  const isValid = version !== 'ff' && /[^0]/.test(traceId ?? '') && /[^0]/.test(parentId ?? '')
  return isValid ? traceId : undefined
}

/** The header for calls to other systems; undefined outside of a request or a timed work. */
export function traceparent(): string | undefined {
  const trace = requestContext.get('trace')
  return trace && `00-${trace.traceId}-${randomBytes(8).toString('hex')}-01`
}

/** Runs a timed work as a trace of its own. */
export function traced<T>(
  log: Log & { child?: FastifyBaseLogger['child'] },
  facts: object,
  work: () => T,
): T {
  const requestId = newRequestId()
  const child = log.child ? log.child({ requestId, ...facts }) : log
  const trace: Trace = { requestId, traceId: requestId, log: child }
  // The library types its storage by its own accessors; what it stores is a plain object.
  return asyncLocalStorage.run({ trace } as never, work)
}

/** Adds who acts, and for which company, to all further lines of a request. */
export function nameInLog(
  request: FastifyRequest,
  reply: FastifyReply,
  facts: { actorId: string; actorAccountId: string; accountId?: string },
): void {
  // The reply writes the line that the request is complete.
  request.log = reply.log = request.log.child(facts)
  const trace = requestContext.get('trace')
  if (trace) trace.names = facts
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
