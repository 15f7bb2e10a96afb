import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiScopes } from '@portal/domain/kernel/api-scopes'
import { webhookSender } from '../../src/integration/send-webhook.ts'
import { startCharging, stopCharging } from '../../src/payments/charge/charging-stop.ts'
import { inTransaction } from '../../src/platform/database/database.ts'
import { publishEvent } from '../../src/platform/outbox/outbox.ts'
import { repeat } from '../../src/platform/work/repeat.ts'
import { traced } from '../../src/platform/log/trace.ts'
import { stripeCards } from '../../src/providers/cards/stripe-cards.ts'
import { givenPayer } from '../payments/payments.ts'
import { aldgate } from '../import/import-fixture.ts'
import { importUploads } from '../../src/integration/import-uploads.ts'
import { mailPorts } from '../../src/notifications/mail-ports.ts'
import { sendQueuedMail } from '../../src/platform/mail/send-queued-mail.ts'
import { steps } from '../../src/platform/log/steps.ts'
import { withNewKey } from '../integration/api-keys.ts'
import { printersOf, sentMails } from '../portal/mails.ts'
import { startTestPortal, type Browser, type TestPortal } from '../portal/portal.ts'

type Line = Record<string, unknown>

let portal: TestPortal
let lines: Line[] = []
const whole: string[] = []
let payer: Browser

beforeAll(async () => {
  const write = (line: string) => {
    whole.push(line)
    lines.push(JSON.parse(line) as Line)
  }
  portal = await startTestPortal({}, undefined, { write, level: 'info' })
  // An event that overtakes the response books the payment in a separate request.
  await portal.sandbox.control('/webhooks', { drop: true })
  payer = await givenPayer(portal, 'A1')
})
afterAll(() => portal.close())
beforeEach(() => (lines = []))

const pay = (id: string, who = payer) => who.post(`/api/invoice/${id}/payment`)
const stepsOf = (requestId: unknown) =>
  lines.filter((line) => line['requestId'] === requestId && line['event'] !== undefined)
const eventsOf = (requestId: unknown) => stepsOf(requestId).map(({ event }) => event)
test('each step of a payment is a line with user, company, invoice, attempt and intent', async () => {
  const id = await portal.given.invoice('A1', 'LOG-1')
  const answer = await pay(id)
  expect(answer.statusCode).toBe(200)
  const requestId = answer.headers['x-request-id']
  expect(requestId).toMatch(/^[\da-f]{32}$/)
  expect(eventsOf(requestId)).toEqual([
    'payment.opened',
    'payment.created',
    'payment.confirmed',
    'invoice.payment.succeeded',
  ])
  const { rows } = await portal.system.query<Line>(
    `select id as "attemptId", intent_id as "intentId", actor_id as "actorId" from payment_attempt where account_id = 'A1'`,
  )
  const [{ attemptId, intentId, actorId }] = rows as [Line]
  const who = { accountId: 'A1', actorId, actorAccountId: 'A1' }
  const about = { ...who, invoiceNumber: 'LOG-1', attemptId }
  const [opened, ...others] = stepsOf(requestId)
  expect(opened).toMatchObject(about)
  for (const line of others) expect(line).toMatchObject({ ...about, intentId })
  expect(stepsOf(requestId)[2]).toMatchObject({ code: 'succeeded' })
  // The line of the request itself names them too.
  expect(lines.filter((line) => line['requestId'] === requestId).at(-1)).toMatchObject({
    msg: 'request completed',
    accountId: 'A1',
    actorId,
  })
})

test('the line of a super admin’s call has the company of the record', async () => {
  await portal.given.company('P1')
  const boss = await portal.given.user('boss@meridian.example', 'P1', [], [], 'SuperAdmin')
  await portal.given.invoice('A1', 'LOG-8')
  const who = await portal.signIn('boss@meridian.example')
  const answer = await who.get('/api/invoice/pdf/LOG-8.pdf')
  expect(answer.statusCode).toBe(200)
  const requestId = answer.headers['x-request-id']
  expect(lines.filter((line) => line['requestId'] === requestId).at(-1)).toMatchObject({
    msg: 'request completed',
    accountId: 'A1',
    actorId: boss,
    actorAccountId: 'P1',
  })
})

test('the line of a decline has the reason, and a missing response is logged', async () => {
  const refused = await givenPayer(portal, 'A2', undefined, 'pm_card_chargeCustomerFail')
  const declined = await portal.given.invoice('A2', 'LOG-2')
  const answer = await pay(declined, refused)
  expect(answer.statusCode).toBe(402)
  expect(stepsOf(answer.headers['x-request-id'])).toMatchObject([
    { event: 'payment.opened' },
    { event: 'payment.created' },
    { event: 'payment.declined', code: 'generic_decline', invoiceNumber: 'LOG-2' },
    { event: 'payment.canceled' },
    { event: 'invoice.payment.failed', code: 'generic_decline' },
  ])
  // A decline is no failure of the card provider or the portal.
  expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([])

  const fault = { method: 'POST', path: '/confirm$', kind: 'status_after', status: 500 }
  await portal.sandbox.control('/faults', fault)
  const unanswered = await portal.given.invoice('A1', 'LOG-3')
  const unknown = await pay(unanswered)
  expect(unknown.statusCode).toBe(200)
  expect(stepsOf(unknown.headers['x-request-id'])).toMatchObject([
    { event: 'payment.opened', invoiceNumber: 'LOG-3' },
    { event: 'payment.created' },
    { event: 'payment.unanswered', reason: 'confirm', code: '500' },
    { event: 'invoice.payment.succeeded' },
  ])
})

test('the line of a payment refused before it begins has the payment and the reason', async () => {
  const id = await portal.given.invoice('A1', 'LOG-9')
  await stopCharging(portal.system, 'a test')
  const refused = async (answer: ReturnType<typeof pay>) =>
    stepsOf((await answer).headers['x-request-id'])
  const line = {
    event: 'payment.refused',
    accountId: 'A1',
    code: '503',
    reason: 'Card payments are paused at the moment. Nothing was charged.',
  }
  expect(await refused(pay(id))).toMatchObject([{ ...line, invoiceNumber: 'LOG-9' }])
  expect(await refused(payer.post('/api/invoice/all-invoices/payment'))).toMatchObject([line])
  await startCharging(portal.system)
  expect(await refused(pay('999999999'))).toMatchObject([{ code: '404', reason: 'Not found.' }])
})

test('a change that is not committed has no line', async () => {
  const log = portal.app.log
  const failing = traced(log, {}, () =>
    inTransaction(portal.system, async (tx) => {
      const data = { userId: 'u', email: 'x@y.example', name: 'X', removedBy: null }
      await publishEvent(tx, { accountId: 'A1', type: 'user.removed', data: data as never })
      throw new Error('no')
    }),
  )
  await expect(failing).rejects.toThrow('no')
  expect(lines.filter(({ event }) => event === 'user.removed')).toEqual([])
})

test('a timed work is a separate trace with its name', async () => {
  const id = await portal.given.invoice('A1', 'LOG-4')
  expect((await pay(id)).statusCode).toBe(200)
  const ended = new AbortController()
  const run = async () => {
    await sentMails(portal)
    ended.abort()
    return 0
  }
  await repeat([{ name: 'send mail', everySeconds: 60, run }], portal.app.log, ended.signal)
  const sent = lines.filter(({ event }) => event === 'mail.sent')
  expect(sent.length).toBeGreaterThan(0)
  const about = { accountId: expect.stringMatching(/^A[12]$/), mailId: expect.any(String) }
  for (const line of sent) expect(line).toMatchObject({ work: 'send mail', ...about })
  expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(1)
})

test('imports and refused mails are steps, and no declared step is never written', async () => {
  const { headers } = await withNewKey(portal, ...apiScopes)
  const send = (payload: string | Buffer) => {
    const type = { 'content-type': 'application/x-ndjson', prefer: 'respond-async' }
    return portal.app.inject({
      method: 'POST',
      url: '/api/integration/records',
      headers: { ...headers, ...type },
      payload,
    })
  }
  const work = () =>
    traced(portal.app.log, { work: 'import records' }, async () => {
      while (await importUploads(portal.system, portal.deps.log, portal.deps.config));
    })
  const company = JSON.stringify({ ...aldgate, accountId: 'C1' })
  const broken = gzipSync(company).subarray(0, 40)
  for (const payload of [company, `${company}\n{"kind":"invoice"}`, broken]) {
    const answer = send(payload)
    const worked = setInterval(() => void work(), 50)
    await answer
    clearInterval(worked)
    await work()
  }
  const imports = lines.filter(({ event }) => String(event).startsWith('import.'))
  expect(imports.map(({ event, code }) => [event, code])).toEqual([
    ['import.finished', 'done'],
    ['import.finished', 'rejected'],
    ['import.failed', undefined],
  ])
  await portal.system.query(`update mail set sent_at = null, tries = 0, next_try_at = now()`)
  const refuse = () => Promise.reject(new Error('452 4.2.2'))
  await traced(portal.app.log, {}, () =>
    sendQueuedMail(portal.system, portal.deps.config, refuse, mailPorts(printersOf(portal))),
  )
  expect(lines).toContainEqual(expect.objectContaining({ event: 'mail.refused', code: 'again' }))
  const written = new Set(whole.map((line) => (JSON.parse(line) as Line)['event']))
  expect(Object.keys(steps).filter((step) => !written.has(step))).toEqual([])
})

test('the trace of a caller continues to the card provider and to the receiver of events', async () => {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{}}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const apiBase = `http://127.0.0.1:${port}`
  const { config } = portal.deps
  const cards = stripeCards({ ...config, cards: { ...config.cards, apiBase } })
  const webhooks = webhookSender({
    ...config.events,
    url: `${apiBase}/events`,
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    allowedNetworks: ['127.0.0.0/8'],
  } as never)
  await traced(portal.app.log, {}, async () => {
    await cards.findCard('pm_1').catch(() => undefined)
    await webhooks.send({ id: '1', body: '{}' })
  })
  webhooks.close()
  server.close()
  const traces = seen.map(({ traceparent = '' }) => String(traceparent).split('-')[1])
  expect(traces).toHaveLength(2)
  expect(traces[0]).toMatch(/^[\da-f]{32}$/)
  expect(new Set(traces).size).toBe(1)
})

test('no line has a field twice, which some readers of JSON refuse', () => {
  expect(whole.length).toBeGreaterThan(20)
  expect(whole.filter((line) => `${JSON.stringify(JSON.parse(line))}\n` !== line)).toEqual([])
})

const hasCard = /\b(4242 ?)+\b/
test('no line has a name, an email address, a text of a customer, or a secret', async () => {
  expect(whole.length).toBeGreaterThan(20)
  for (const secret of ['@a1.example', 'sk_test', 'pm_card', 'whsec', payer.token ?? '-'])
    expect(whole.filter((line) => line.includes(secret))).toEqual([])
  // Ids and times are left out: their digits may equal those of a card by chance.
  const ids = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|":\d+/g
  expect(whole.map((line) => line.replace(ids, '')).filter((line) => hasCard.test(line))).toEqual(
    [],
  )
  expect(hasCard.test('{"msg":"card 4242 4242 4242 4242"}')).toBe(true)
})
