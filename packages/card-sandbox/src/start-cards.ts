import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listenOnLoopback } from './loopback.ts'
import { apiVersion, openAccount, type Account } from './account.ts'
import { createApi, newRequestId } from './api.ts'
import { browserFile, openToPages, preflight } from './browser-files.ts'
import { control, type Controlled } from './control.ts'
import { createFaults, troubleBody, type Fault } from './faults.ts'
import { resumeRefunds } from './refunds.ts'
import { createRequestLog } from './request-log.ts'
import { fileJournal, forgetfulJournal } from './state/journal.ts'
import { ApiError } from './wire/api-error.ts'
import type { Answer, ApiRequest } from './wire/exchange.ts'

export type CardsSettings = {
  /** 0 chooses a free port. */
  port: number
  /** The setting named in the message about a port in use; default `CARDS_PORT`. */
  portSetting?: string
  /** Without a folder, nothing is stored beyond this process. */
  dataDir?: string | undefined
  webhook?: { url: string; secret: string } | undefined
}

/**
 * Starts the card provider: its API under /v1, its script and frames under /endive, and the control interface under /_sandbox.
 */
export async function startCards(settings: CardsSettings) {
  let provider: Provider | undefined
  const server = await listenOnLoopback(
    (request, response) => {
      if (!provider) return send(response, { status: 503, body: troubleBody(503) })
      serve(provider, request, response).catch((error: unknown) => {
        // The client disconnected during the request, so there is no answer.
        if (!request.complete) return
        console.error('The card sandbox failed:', error)
        if (!response.headersSent) send(response, { status: 500, body: troubleBody(500) })
      })
    },
    settings.port,
    settings.portSetting ?? 'CARDS_PORT',
  )
  // The port is opened first, because opening the journal rewrites it: a second sandbox that is started on the same
  // folder by mistake must not do that.
  const opened = (provider = openProvider(settings))
  return {
    ...server,
    async close() {
      await server.close()
      opened.account.close()
    },
  }
}

function openProvider({ dataDir, webhook }: CardsSettings) {
  const journal = dataDir ? fileJournal(join(dataDir, 'cards.ndjson')) : forgetfulJournal
  const account = openAccount(journal, webhook)
  resumeRefunds(account)
  return {
    account,
    faults: createFaults(),
    requests: createRequestLog(),
    api: createApi(account),
  } satisfies Controlled & { api: unknown }
}

type Provider = ReturnType<typeof openProvider>

async function serve(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const body = await readBody(request)
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
  const method = request.method ?? 'GET'
  if (pathname.startsWith('/_sandbox/'))
    return send(response, await controlAnswer(provider, method, pathname, body))
  const file = method === 'GET' ? await browserFile(pathname) : undefined
  if (file) return void response.writeHead(200, file.headers).end(file.content)

  const call: ApiRequest = {
    method,
    path: pathname,
    form: method === 'POST' ? body : search.slice(1),
    headers: request.headers,
    requestId: newRequestId(),
  }
  if (method === 'OPTIONS') return send(response, preflight, call)
  const fault = provider.faults.take(method, pathname, customerOf(provider.account, call))
  const { latencyMs } = provider.account.settings
  if (latencyMs > 0) await pause(latencyMs)
  const answer = await answerWithFault(provider, call, fault)
  await provider.account.deliveries.sendEarly()
  provider.requests.note(call, answer, fault?.kind)
  if (answer) send(response, answer, call)
  else request.socket.destroy()
}

/** Returns the customer of a call about payments, from its parameters or from the intent in its path. */
function customerOf({ paymentIntents }: Account, { path, form }: ApiRequest): string | undefined {
  const [, , , id = ''] = path.split('/')
  const named = new URLSearchParams(form)
  const intent = paymentIntents.get(id) ?? paymentIntents.get(named.get('payment_intent') ?? '')
  return named.get('customer') ?? intent?.customer ?? undefined
}

/** Returns undefined if the connection is to be cut. */
async function answerWithFault(
  { api, faults }: Provider,
  call: ApiRequest,
  fault: Fault | undefined,
) {
  if (!fault) return api(call)
  const trouble: Answer = { status: fault.status, body: troubleBody(fault.status) }
  // The provider stores its own 500 as the answer for that key; it does not store a gateway's 503 or a 429.
  const isKept = fault.isKept ?? fault.status === 500
  switch (fault.kind) {
    case 'reset_before':
      return undefined
    case 'reset_after':
      await api(call)
      return undefined
    case 'status_after':
      if (isKept) return api(call, { afterwards: trouble })
      await api(call)
      return trouble
    case 'status':
      return isKept ? api(call, { instead: trouble }) : trouble
    case 'slow_execute':
      return api(call, { after: faults.hold(fault.ms) })
    case 'latency':
      await pause(fault.ms)
  }
  return api(call)
}

async function controlAnswer(
  controlled: Controlled,
  method: string,
  path: string,
  body: string,
): Promise<Answer> {
  try {
    return { status: 200, body: await control(controlled, method, path, body) }
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: { error: error.body } }
    // For example, a path that is not a regular expression.
    if (error instanceof SyntaxError) return { status: 400, body: { error: error.message } }
    throw error
  }
}

const largestBody = 1_000_000

async function readBody(request: IncomingMessage) {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) {
    body += String(chunk)
    if (body.length > largestBody) throw new Error('The request is too large.')
  }
  return body
}

function send(response: ServerResponse, { status, body, headers }: Answer, call?: ApiRequest) {
  const key = call?.headers['idempotency-key']
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'stripe-version': apiVersion,
    ...(call && { 'request-id': call.requestId, ...openToPages }),
    ...(key && { 'idempotency-key': key }),
    ...headers,
  })
  response.end(JSON.stringify(body, null, 2))
}
