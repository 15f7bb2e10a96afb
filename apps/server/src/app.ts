import cookie from '@fastify/cookie'
import { fastifyRequestContext } from '@fastify/request-context'
import { SpanKind } from '@opentelemetry/api'
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { accreditationRoutes } from './accreditation/accreditation.routes.ts'
import { authorizationRoutes } from './authorization/authorization.routes.ts'
import { changeRoutes } from './changes/changes.routes.ts'
import { companyRoutes } from './companies/companies.routes.ts'
import { attentionRoutes } from './attention/attention.routes.ts'
import type { Deps } from './deps.ts'
import { equipmentRoutes } from './equipment/equipment.routes.ts'
import { eventRoutes } from './integration/events.routes.ts'
import { recordRoutes } from './integration/records.routes.ts'
import { downloadRoutes } from './invoices/downloads.routes.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { viewRoutes } from './invoices/views.routes.ts'
import { agingRoutes } from './payments/balance/aging.routes.ts'
import { autoPayRoutes } from './payments/autopay/autopay.routes.ts'
import { cardRoutes } from './payments/cards/cards.routes.ts'
import { payAllRoutes } from './payments/batch/pay-all.routes.ts'
import { payInvoiceRoutes } from './payments/charge/pay-invoice.routes.ts'
import { instructionRoutes } from './payments/balance/instructions.routes.ts'
import { paymentHistoryRoutes } from './payments/receipts/payment-history.routes.ts'
import { paymentListRoutes } from './payments/receipts/payment-list.routes.ts'
import { receiptRoutes } from './payments/receipts/receipt.routes.ts'
import { recipientRoutes } from './payments/receipts/recipients.routes.ts'
import { transferRoutes } from './payments/transfers/transfers.routes.ts'
import { licenseConfirmationRoutes } from './licenses/confirmation.routes.ts'
import { licenseRoutes } from './licenses/licenses.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { providerEventRoutes } from './payments/events/provider-events.routes.ts'
import { questionRoutes } from './questions/questions.routes.ts'
import { limitBodies } from './platform/http/body-deadline.ts'
import { docsRoutes } from './openapi/docs.routes.ts'
import { answerErrors } from './platform/http/errors.ts'
import { healthRoutes } from './platform/http/health.routes.ts'
import { HeavyThread } from './platform/http/heavy-thread.ts'
import { limitHeavyWork } from './platform/http/heavy-work.ts'
import { measureRequests } from './platform/work/metrics.ts'
import { keepAddresses } from './platform/log/network-of.ts'
import { answerUnparsed, refuseOddRequests } from './platform/http/raw-errors.ts'
import { guardRequests, routedAddress } from './platform/http/request-guard.ts'
import { requireDeclarations } from './platform/http/serve.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { validateSchemas } from './platform/http/validation.ts'
import { endSpans } from './platform/log/telemetry.ts'
import { beginTrace, newRequestId } from './platform/log/trace.ts'
import { pathOf, webPages } from './platform/http/web-pages.ts'
import { enforceAccess, hashSessions } from './session/access.ts'
import { accessRequestRoutes } from './team/access-requests.routes.ts'
import { historyRoutes } from './team/history.routes.ts'
import { memberRoutes } from './team/members.routes.ts'
import { inviteRoutes } from './team/invites.routes.ts'
import { spendRoutes } from './spend/spend.routes.ts'
import { signInRoutes, userRoutes } from './session/session.routes.ts'
import { afterCardChange, takeProviderEvent } from './take-provider-event.ts'

export type MakeDeps = (log: FastifyInstance['log']) => Deps | Promise<Deps>

/**
 * Builds the whole web server, ready to listen. `webFolder` contains the built pages; without it the server only serves calls.
 */
export async function buildApp(
  makeDeps: MakeDeps,
  options: {
    logger: FastifyServerOptions['logger']
    trustProxy: string[]
    webFolder?: string
    /** The program that answers heavy calls in another thread; without it they are answered in this one. */
    heavyThread?: URL
  },
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logger ?? false,
    logController: logController(),
    genReqId: newRequestId,
    trustProxy: options.trustProxy.length ? options.trustProxy : false,
    // Long enough for imports of any size; `limitBodies` ends all other slow bodies.
    requestTimeout: 3_600_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 60_000,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerUnparsed(headers)(error, socket),
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => routedAddress(url),
    forceCloseConnections: 'idle',
    // Fastify does not run our hooks and handlers for a malformed address.
    frameworkErrors: (_error, request, reply) => {
      void answerUnreadable(request, reply)
    },
  })
  const deps = await makeDeps(app.log)
  let sendPage: Awaited<ReturnType<typeof webPages>> | undefined
  const answerUnreadable = ({ method, url }: FastifyRequest, reply: FastifyReply) => {
    // A browser that requests such an address gets the page, which shows 'Not Found'.
    if (sendPage && method === 'GET' && !url.startsWith('/api/'))
      return sendPage(pathOf(url), reply)
    const headers = securityHeaders(deps.config)
    return reply.code(400).headers(headers).send({ message: 'The address could not be read.' })
  }

  await traceRequests(app)
  keepAddresses(app, options.trustProxy.length > 0)
  validateSchemas(app)
  answerErrors(app)
  const headers = securityHeaders(deps.config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
  })
  refuseOddRequests(app, headers)
  measureRequests(app)
  endSpans(app)
  limitBodies(app)
  guardRequests(app)
  closeKeptConnections(app)
  await app.register(cookie)
  acceptEmptyJson(app)
  hashSessions(app, deps.config.origin)
  const thread = options.heavyThread && new HeavyThread(options.heavyThread, deps.log)
  limitHeavyWork(app, deps.config.heavyCalls, thread)
  const starting = thread?.start()
  enforceAccess(app, deps)
  requireDeclarations(app)

  await addRoutes(app, deps)
  await app.register(cardRoutes, { ...deps, afterCardChange: afterCardChange(deps) })
  const takesEvents = { ...deps, take: takeProviderEvent }
  await app.register(providerEventRoutes, takesEvents)
  await app.register(attentionRoutes, takesEvents)
  if (options.webFolder)
    sendPage = await webPages(app, options.webFolder, deps.config.page, (path) =>
      securityHeaders(deps.config, path),
    )
  await starting
  return app
}

/** Call this function first, so that every log line of a request has its id. */
export async function traceRequests(app: FastifyInstance): Promise<void> {
  await app.register(fastifyRequestContext, {
    defaultStoreValues: ({ id, method, log }) => ({
      trace: beginTrace({
        requestId: id,
        log,
        name: method,
        kind: SpanKind.SERVER,
      }),
    }),
  })
}

export const logController = (disableRequestLogging = false) =>
  new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging })

const routes: FastifyPluginAsync<Deps>[] = [
  signInRoutes,
  userRoutes,
  companyRoutes,
  invoiceRoutes,
  changeRoutes,
  authorizationRoutes,
  questionRoutes,
  downloadRoutes,
  viewRoutes,
  spendRoutes,
  agingRoutes,
  autoPayRoutes,
  instructionRoutes,
  paymentHistoryRoutes,
  paymentListRoutes,
  receiptRoutes,
  transferRoutes,
  recipientRoutes,
  payInvoiceRoutes,
  payAllRoutes,
  licenseRoutes,
  licenseConfirmationRoutes,
  equipmentRoutes,
  historyRoutes,
  memberRoutes,
  inviteRoutes,
  accessRequestRoutes,
  accreditationRoutes,
  homeRoutes,
  notificationRoutes,
  eventRoutes,
  recordRoutes,
  healthRoutes,
  docsRoutes,
]

export async function addRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  for (const one of routes) await app.register(one, deps)
}

/** Closes connections whose last response was sent. Otherwise they would stay open for a minute after the server stops. */
function closeKeptConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 100)
    app.server.once('close', () => clearInterval(closing))
  })
}

/** Some clients declare JSON in calls with an empty body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined)
      else void parse(request, body, done)
    },
  )
}
