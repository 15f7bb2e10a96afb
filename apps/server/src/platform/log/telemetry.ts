import { randomBytes } from 'node:crypto'
import { requestContext } from '@fastify/request-context'
import { SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseKeyPairsIntoRecord } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentRequestId, idle, newRequestId, type Log } from './trace.ts'
import { portalVersion } from './version.ts'

/** How long a collector may take to accept spans, in ms. */
const patience = 4000
/** Longer than `patience`, so that an export that takes too long is still reported. */
const mostForBatch = patience + 1000

/**
 * Sends traces to a collector of OpenTelemetry until the returned function is called and has sent the last ones. The
 * libraries also read the standard's variables, such as OTEL_EXPORTER_OTLP_HEADERS.
 */
export function sendTraces(
  endpoint: string | undefined,
  service: string,
  log: Log,
): () => Promise<void> {
  if (!endpoint) return () => Promise.resolve()
  const exporter = new ToldExporter(log, { url: tracesAddress(endpoint), timeoutMillis: patience })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': portalVersion,
    }).merge(detectResources({ detectors: [envDetector] })),
    idGenerator: requestIds,
    spanProcessors: [new BusySpans(exporter, { exportTimeoutMillis: mostForBatch })],
  })
  trace.setGlobalTracerProvider(provider)
  return () => provider.shutdown().catch(() => {})
}

export const tracesAddress = (endpoint: string) => `${endpoint.replace(/\/$/, '')}/v1/traces`

/** Gives a new trace the id of its request, so that the log and the collector use the same id. */
const requestIds: IdGenerator = {
  generateTraceId: () => currentRequestId() ?? newRequestId(),
  generateSpanId: () => randomBytes(8).toString('hex'),
}

/** Leaves out rounds of timed works that did nothing, and health checks. */
class BusySpans extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    if (span.attributes[idle] !== true) super.onEnd(span)
  }
}

type Result = Parameters<Parameters<OTLPTraceExporter['export']>[1]>[0]

/** Logs once that the collector does not accept spans, and once that it accepts them again. */
class ToldExporter extends OTLPTraceExporter {
  readonly #log: Log
  #fails = false

  constructor(log: Log, config: ConstructorParameters<typeof OTLPTraceExporter>[0]) {
    super(config)
    this.#log = log
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    let isOver = false
    const end = (result: Result) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      const { error } = result
      const fails = error !== undefined
      if (fails && !this.#fails)
        this.#log.warn(reasonOf(error), 'the collector of traces does not accept them')
      if (!fails && this.#fails) this.#log.info('the collector of traces accepts them again')
      this.#fails = fails
      done(result)
    }
    // The library's own time limit restarts with each byte of the response.
    const late = { code: ExportResultCode.FAILED, error: new Error('the response does not end') }
    const timer = setTimeout(() => end(late), patience + 500).unref()
    super.export(spans, end)
  }
}

/**
 * Returns a short reason instead of the error, because the error contains the collector's response, which may be long and
 * repeat what was sent.
 */
function reasonOf(error: Error & { code?: unknown }) {
  const reason = error.message.slice(0, 200)
  const { code } = error
  return { ...((typeof code === 'string' || typeof code === 'number') && { code }), reason }
}

/** Returns the headers for the collector from the standard's variables, for example a key. */
export const collectorHeaders = (env: NodeJS.ProcessEnv): Record<string, string> => ({
  ...parseKeyPairsIntoRecord(env['OTEL_EXPORTER_OTLP_HEADERS']),
  ...parseKeyPairsIntoRecord(env['OTEL_EXPORTER_OTLP_TRACES_HEADERS']),
})

/** Names and ends the span of each request. */
export function endSpans(app: FastifyInstance): void {
  const end = ({ method, routeOptions }: FastifyRequest, statusCode: number | undefined) => {
    const span = requestContext.get('trace')?.span
    if (!span) return
    const route = routeOptions.url
    if (route) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
    if (route?.startsWith('/health/')) span.setAttribute(idle, true)
    span.setAttribute('http.request.method', method)
    if (statusCode) span.setAttribute('http.response.status_code', statusCode)
    if (statusCode === undefined || statusCode >= 500)
      span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) =>
    end(request, reply.statusCode),
  )
  app.addHook('onRequestAbort', async (request) => end(request, undefined))
}
