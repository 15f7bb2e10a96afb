import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { trace } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sendTraces } from '../../src/platform/log/telemetry.ts'
import { traced, type Log } from '../../src/platform/log/trace.ts'
import { givenPayer } from '../payments/payments.ts'
import { startTestPortal, type Browser, type TestPortal } from '../portal/portal.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number; boolValue?: boolean }
}
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  events: { name: string; attributes: Attribute[] }[]
  status: { code: number }
}

/** Returns the port of a server. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const collector = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    received.push({ url: request.url ?? '', text })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const received: { url: string; text: string }[] = []
const said: string[] = []
const saying =
  (level: keyof Log) =>
  (...line: unknown[]) =>
    said.push(`${level} ${String(line.at(-1))}`)
const log: Log = { info: saying('info'), warn: saying('warn'), error: saying('error') }
let portal: TestPortal
let payer: Browser
let endpoint = ''

beforeAll(async () => {
  endpoint = `http://127.0.0.1:${await listen(collector)}`
  portal = await startTestPortal()
  payer = await givenPayer(portal, 'A1')
})
afterAll(async () => {
  collector.close()
  await portal.close()
})
afterEach(() => trace.disable())

/** Returns the spans that are sent during a piece of work. */
async function spansOf(work: () => Promise<unknown>, to = endpoint): Promise<Span[]> {
  received.length = 0
  said.length = 0
  const sendLast = sendTraces(to, 'portal-test', log)
  await work()
  await sendLast()
  interface Sent {
    resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
  }
  return received.flatMap(({ url, text }) => {
    expect(url).toBe('/v1/traces')
    return (JSON.parse(text) as Sent).resourceSpans.flatMap(({ resource, scopeSpans }) => {
      expect(valueOf(resource.attributes, 'service.name')).toBe('portal-test')
      expect(valueOf(resource.attributes, 'service.version')).toMatch(/^\d+\.\d+\.\d+$/)
      return scopeSpans.flatMap(({ spans }) => spans)
    })
  })
}
const valueOf = (attributes: Attribute[], key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0]
const isNoField = (key: string) =>
  !['requestId', 'actorId', 'actorAccountId', 'accountId'].includes(key)

test('a payment is one trace: the request with its steps, and the calls of the card provider', async () => {
  const id = await portal.given.invoice('A1', 'OTEL-1')
  let requestId: unknown
  const spans = await spansOf(async () => {
    const answer = await payer.post(`/api/invoice/${id}/payment`)
    expect(answer.statusCode).toBe(200)
    requestId = answer.headers['x-request-id']
  })
  const request = spans.find(({ name }) => name === 'POST /api/invoice/:id/payment')
  expect(request).toMatchObject({ traceId: requestId, kind: 2 })
  expect(request!.parentSpanId ?? '').toBe('')
  const facts = ['http.response.status_code', 'accountId', 'requestId', 'http.route']
  const route = '/api/invoice/:id/payment'
  const said = facts.map((key) => valueOf(request!.attributes, key))
  expect(said).toEqual([200, 'A1', requestId, route])
  // Beside the fields of the log, as documented in docs/log.md.
  const more = spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)).filter(isNoField)
  expect(new Set(more)).toEqual(
    new Set(['http.request.method', 'http.route', 'http.response.status_code']),
  )
  const confirmed = request!.events.find(({ name }) => name === 'payment.confirmed')
  expect(valueOf(confirmed!.attributes, 'invoiceNumber')).toBe('OTEL-1')
  const calls = spans.filter(({ name }) => name === 'POST of the card provider')
  expect(calls.length).toBeGreaterThan(1)
  for (const call of calls)
    expect(call).toMatchObject({ parentSpanId: request!.spanId, traceId: requestId, kind: 3 })
  const all = received.map(({ text }) => text).join('')
  for (const secret of ['a1.example', 'sk_test', 'pm_card', 'whsec', payer.token ?? '-'])
    expect(all).not.toContain(secret)
})

test('a client does not decide which requests are traced', async () => {
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-00`
  const [span] = await spansOf(() =>
    portal.stranger.get('/api/license', { headers: { traceparent } }),
  )
  expect(span).toBeDefined()
  expect(span!.traceId).not.toBe('ab'.repeat(16))
})

test('a timed work is a trace, unless it had nothing to do; health checks are not traced', async () => {
  const failing = () => Promise.reject(new Error('no'))
  const spans = await spansOf(async () => {
    await portal.stranger.get('/health/live')
    await traced(log, { work: 'idle' }, () => Promise.resolve(0))
    await traced(log, { work: 'busy' }, () => Promise.resolve(2))
    await traced(log, { work: 'failing' }, failing).catch(() => {})
  })
  expect(spans.map(({ name, status }) => [name, status.code])).toEqual([
    ['busy', 0],
    ['failing', 2],
  ])
})

test('without a collector, and with one that is down, everything works; the log reports it once', async () => {
  expect((await portal.stranger.get('/api/license')).statusCode).toBe(401)
  const closed = createServer()
  const port = await listen(closed)
  closed.close()
  const get = async () => expect((await portal.stranger.get('/api/license')).statusCode).toBe(401)
  await spansOf(get, `http://127.0.0.1:${port}/`)
  expect(said).toEqual(['warn the collector of traces does not accept them'])
})

test('a collector whose response does not end counts as one that does not accept spans', async () => {
  const dripping = createServer((request, response) => {
    request.resume()
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 500)
    response.on('close', () => clearInterval(drip))
  })
  const work = () => traced(log, { work: 'busy' }, () => Promise.resolve(1))
  await spansOf(work, `http://127.0.0.1:${await listen(dripping)}`)
  dripping.closeAllConnections()
  dripping.close()
  expect(said).toEqual(['warn the collector of traces does not accept them'])
}, 15_000)

test('the log has the status of a collector that refuses spans, not the response body', async () => {
  const refusing = createServer((request, response) => {
    request.resume()
    response.writeHead(400).end('a secret '.repeat(100_000))
  })
  const lines: unknown[] = []
  const note: Log = { ...log, warn: (...line: unknown[]) => lines.push(line) }
  const sendLast = sendTraces(`http://127.0.0.1:${await listen(refusing)}`, 'portal-test', note)
  await traced(log, { work: 'busy' }, () => Promise.resolve(1))
  await sendLast()
  refusing.close()
  expect(lines).toEqual([
    [{ code: 400, reason: 'Bad Request' }, 'the collector of traces does not accept them'],
  ])
})
