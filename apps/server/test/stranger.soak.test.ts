import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { apiScopes } from '@portal/domain/integration/api-scopes'
import type { RecordsReport } from '@portal/domain/integration/records.schema'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import type { PortalEvent } from '@portal/domain/integration/events.schema'
import { addDays } from '@portal/domain/kernel/day'
import type { LicenseOrder } from '@portal/domain/licenses/licenses.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import { termsVersion } from '@portal/domain/licenses/schedule-c'
import { importRecords } from '../src/import/import-records.ts'
import { recordSource } from '../src/import/sources.ts'
import { sweep } from '../src/platform/sweep.ts'
import { withNewKey } from './api-keys.ts'
import { charges } from './payments.ts'
import { questionDesk } from './questions.ts'
import { openCheckout, paid, payOnPage } from './purchases.ts'
import { startTestPortal, type Browser, type TestPortal } from './portal.ts'
import { startReplica } from './start-dying-server.ts'
import { buildStranger, faultsWith, run, start } from './stranger-program.ts'

const paidNumber = 'KF/2026-11 1'
const document = readFileSync(join(import.meta.portalRoot, 'docs/openapi.json'), 'utf8')
/** A `header` is not counted; a `delete` counts under the kind that it deletes. */
const everyKind = [
  'accreditationProduct',
  'bankAccount',
  'company',
  'equipmentRequest',
  'externalRecipient',
  'invoice',
  'invoiceCategory',
  'license',
  'licenseOrder',
  'network',
  'product',
  'user',
]
const folder = (name: string) => join(mkdtempSync(join(inject('scratchFolder'), 'stranger-')), name)

let portal: TestPortal
let env: Record<string, string>
let akiko: Browser

beforeAll(async () => {
  await buildStranger()
  portal = await startTestPortal()
  const { key } = await withNewKey(portal, ...apiScopes)
  env = { PORTAL: portal.origin, KEY: key }
})
afterAll(() => portal.close())

const send = (...args: string[]) => run<RecordsReport>(args, env)
const counts = ({ kinds }: RecordsReport, count: keyof RecordsReport['kinds'][string]) =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, of]) => (of[count] ? [[kind, of[count]]] : [])),
  )
const invoices = async () =>
  (await akiko.get('/api/invoice'))
    .json<Invoice[]>()
    .map((one) => `${one.invoiceNumber} ${one.balanceDue} ${one.currencyIsoCode}`)
    .sort()
const companies = async () =>
  (await portal.system.query<{ name: string }>('select name from company order by 1')).rows.map(
    ({ name }) => name,
  )

test('the program of a stranger compiles with a client that is generated from the document', async () => {
  expect(await faultsWith(document, folder('right'))).toBe('')
})

const wrongDocuments = [
  ['a field of an answer is missing', '"rejects"', '"refused"'],
  ['a call is missing', '"/api/integration/events"', '"/api/events"'],
] as const

test.each(wrongDocuments)('and does not compile with a wrong one: %s', async (_, right, wrong) => {
  expect(await faultsWith(document.replaceAll(right, wrong), folder('wrong'))).toContain('error TS')
})

test('bodies that arrive faster than they are imported are sent again after Retry-After', async () => {
  const parts = start<string[]>(['parts'], env)
  const waiting = async () =>
    (await portal.system.query(`select from record_upload where state = 'waiting'`)).rowCount
  await vi.waitFor(async () => expect(await waiting()).toBe(20), 10_000)
  const worker = await startReplica(portal, 'worker')
  await parts.ended
  await worker.stop()
  expect(parts.said).toEqual([Array.from({ length: 25 }, () => 'loaded')])
  const { rowCount } = await portal.system.query(
    `select from invoice where account_id = 'PARTS' and books_balance_cents = 100`,
  )
  expect(rowCount).toBe(25)
})

test('the examples of all kinds are one import; a second time nothing changes', async () => {
  const worker = await startReplica(portal, 'worker')
  const dry = await send('examples', '--dryRun')
  expect([dry.state, dry.rejects]).toEqual(['dryRun', []])
  expect(await companies()).toEqual(['Parts Ltd'])
  const loaded = await send('examples', '--gzip')
  expect([loaded.state, loaded.kinds]).toEqual(['loaded', dry.kinds])
  expect(Object.keys(loaded.kinds).sort()).toEqual(everyKind)
  expect(await companies()).toEqual(['Aldgate Capital LLP', 'Parts Ltd'])
  const again = await send('examples', '--wait', '0')
  expect(again.state).toBe('loaded')
  expect(counts(again, 'inserted')).toEqual({})
  expect(counts(again, 'updated')).toEqual({})
  await worker.stop()
})

test('a new company, with a mistake that the report helps to correct', async () => {
  const worker = await startReplica(portal, 'worker')
  const [refused, corrected] = await run<RecordsReport[]>(['correct'], env)
  expect(refused).toMatchObject({ state: 'refused', rejected: 1, rejects: [{ field: 'amount' }] })
  expect(corrected).toMatchObject({ state: 'loaded', rejected: 0 })
  expect(Object.keys(corrected!.kinds).sort()).toEqual(everyKind)
  expect(corrected!.totals).toEqual([
    { currency: 'JPY', invoices: 2, amount: '12500', balanceDue: '12500' },
    { currency: 'USD', invoices: 3, amount: '285.50', balanceDue: '285.50' },
  ])
  akiko = await portal.signIn('akiko.mori@kestrel.example')
  expect(await invoices()).toEqual([
    'KF-2 75.5 USD',
    'KF-CREDIT -40 USD',
    'KF-JPY 12000 JPY',
    'KF-YEN-2 500 JPY',
    'KF/2026-11 1 250 USD',
  ])

  const skipped = await send('wrong', '--skipRejects')
  expect(skipped).toMatchObject({ state: 'loaded', rejected: 1 })
  expect(counts(skipped, 'inserted')).toEqual({})
  expect(counts(skipped, 'updated')).toEqual({})

  const deleted = await send('delete')
  expect(deleted.rejects).toEqual([])
  expect(counts(deleted, 'deleted')).toEqual({
    bankAccount: 1,
    network: 1,
    externalRecipient: 1,
    user: 1,
    invoice: 1,
  })
  expect(counts(deleted, 'unchanged')).toEqual({ product: 1 })
  expect(await invoices()).not.toContain('KF-CREDIT -40 USD')
  await worker.stop()
})

test('the same client with the session of a person: lists, an invoice, a plan and a PDF', async () => {
  const COOKIE = akiko.headers['cookie'] ?? ''
  expect(await run(['look', paidNumber], { ...env, COOKIE })).toEqual({
    count: 4,
    pages: [
      ['KF-YEN-2', 'KF-JPY'],
      [paidNumber, 'KF-2'],
    ],
    again: 304,
    lines: [
      { productName: 'Terminal', total: 240.25, currency: 'USD' },
      { productName: 'Delivery', total: 9.75, currency: 'USD' },
    ],
    charged: ['KF-2 75.5', `${paidNumber} 250`],
    leftOut: [
      'KF-JPY: Only invoices in USD can be paid by card.',
      'KF-YEN-2: Only invoices in USD can be paid by card.',
    ],
    pdf: ['application/pdf', '%PDF-'],
  })
})

test('users’ actions reach the stranger by polling and by webhook, in one order and complete', async () => {
  const SECRET = `whsec_${randomBytes(32).toString('base64')}`
  const receiver = start<PortalEvent | string>(['receive'], { ...env, SECRET })
  await vi.waitFor(() => expect(receiver.said).toHaveLength(1), 10_000)
  const [address] = receiver.said as string[]
  const worker = await startReplica(portal, 'worker', {
    EVENTS_URL: address!,
    EVENTS_SECRETS: SECRET,
    EVENTS_ALLOWED_NETWORKS: '127.0.0.0/8',
  })
  const follower = start<PortalEvent>(['follow'], env)
  await everyKindOfEvent()

  const types = await run<string[]>(['types'], env)
  const seen = () => [...new Set(follower.said.map(({ type }) => type))].sort()
  await vi.waitFor(() => expect(seen()).toEqual(types), 20_000)
  const pushed = () => receiver.said.slice(1) as PortalEvent[]
  await vi.waitFor(() => expect(pushed()).toHaveLength(follower.said.length), 20_000)
  const written = await portal.system.query<{ id: string }>(
    'select id from outbox_event order by position',
  )
  expect(follower.said.map(({ id }) => id)).toEqual(written.rows.map(({ id }) => id))
  const of = (events: PortalEvent[], company: string | null) =>
    events.filter(({ accountId }) => accountId === company)
  for (const company of ['KESTREL-7', null])
    expect(of(pushed(), company)).toEqual(of(follower.said, company))

  const ordered = follower.said.filter(({ type }) => type === 'license_order.submitted')
  expect(ordered.map(({ data }) => 'recordId' in data && data.recordId)).toEqual([null, 'KO-DRAFT'])

  const shown = async () =>
    (await akiko.get(`/api/invoice/details/${encodeURIComponent(paidNumber)}`)).json()
  expect(await shown()).toMatchObject({ balanceDue: 250, isBeingPosted: true })
  const payment = follower.said.find(
    ({ type, data }) =>
      type === 'invoice.payment.succeeded' &&
      'invoiceNumber' in data &&
      data.invoiceNumber === paidNumber,
  )
  const posted = await send('paid', JSON.stringify(payment))
  expect(posted).toMatchObject({ state: 'loaded', kinds: { invoice: { updated: 1 } } })
  expect(await shown()).toMatchObject({ balanceDue: 0, isBeingPosted: false, isOnHold: false })

  const question = follower.said.find(({ type }) => type === 'invoice.question')
  const answered = await send('answer', JSON.stringify(question))
  expect(answered).toMatchObject({ state: 'loaded', kinds: { invoiceAnswer: { inserted: 1 } } })
  const asked = await questionDesk(portal).list(akiko, encodeURIComponent(paidNumber))
  expect(asked.map(({ answer }) => answer?.text)).toEqual([
    'ご質問の件: it is for two seats.',
    undefined,
  ])
  await worker.stop()
})

/** Users of the company, its card's bank and a visitor trigger every documented event. */
async function everyKindOfEvent() {
  const { cardsOrigin, control } = portal.sandbox
  const ok = async (answer: Promise<{ statusCode: number; body: string }>, status = 200) => {
    const { statusCode, body } = await answer
    expect(statusCode, body).toBe(status)
  }
  const idOf = async (number: string) =>
    (await akiko.get('/api/invoice')).json<Invoice[]>().find((one) => one.invoiceNumber === number)!
      .id
  const pay = async (number: string, card: string) => {
    const added = await akiko.post(`/api/payment/card?stripeToken=${card}`)
    const { id } = added.json<{ id: string }>()
    return akiko.post(`/api/invoice/${await idOf(number)}/payment?cardId=${id}`)
  }
  await ok(pay('KF-2', 'pm_card_chargeCustomerFail'), 402)
  await ok(pay('KF-2', 'pm_card_visa'))
  await ok(pay(paidNumber, 'pm_card_mastercard'))
  const [charge] = await charges(portal, await idOf('KF-2'))
  const refunded = await fetch(`${cardsOrigin}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_portal' },
    body: new URLSearchParams({ charge: charge!.id, amount: '1000' }),
  })
  const refund = (await refunded.json()) as { id: string }
  const happened = async (type: string) =>
    vi.waitFor(async () => {
      const found = await portal.system.query('select from outbox_event where type = $1', [type])
      expect(found.rowCount).toBe(1)
    }, 10_000)
  await happened('invoice.payment.refunded')
  await control(`/refunds/${refund.id}`, { status: 'failed' })
  await happened('invoice.payment.refund_failed')
  await control('/disputes', { charge: charge!.id, amount: 7550 })
  await happened('invoice.payment.disputed')

  await ok(akiko.post('/api/payment/autopay/enable'))
  await ok(akiko.post('/api/payment/autopay/disable'))
  await ok(akiko.send('PUT', '/api/ttnet/approve?requestId=KE-1'))
  await ok(akiko.send('PUT', '/api/ttnet/cancel?requestId=KE-2'))
  const { ask, withdraw } = questionDesk(portal)
  await ok(ask(akiko, encodeURIComponent(paidNumber), 1, 'For whom?'))
  const second = await ask(akiko, encodeURIComponent(paidNumber), 2, 'From where?')
  await ok(withdraw(akiko, second.json<{ id: string }>().id))
  const dateRequired = addDays(new Date().toISOString().slice(0, 10), 30)
  const entry = { networkId: 'N-OSE', networkName: 'OSE', userName: 'amori2', dateRequired }
  const order = {
    user: { accountId: 'KESTREL-7' },
    data: { notes: '', lineItems: [addedItem('KT-1', entry)] },
    isDraft: false,
    termsVersion,
  }
  await ok(akiko.post('/api/license', { payload: order }))
  const [draft] = (await akiko.get('/api/license?statusFilter=Draft')).json<LicenseOrder[]>()
  const { id: orderId, version } = draft!
  await ok(akiko.send('PUT', `/api/license/${orderId}`, { payload: { ...order, version } }))
  const accepted = {
    record: 'licenseOrder',
    id: 'KO-DRAFT',
    accountId: 'KESTREL-7',
    status: 'Accepted',
    createdDate: '2026-11-01',
  }
  const report = await importRecords(portal.system, [recordSource('status', [accepted])])
  expect(report.outcome).toBe('loaded')
  const invite = await akiko.post('/api/invite/invite', {
    payload: {
      email: 'new@kestrel.example',
      accountId: 'KESTREL-7',
      permissions: ['AccessLicenses'],
      invoiceCategories: [],
    },
  })
  const guest = await portal.signIn('new@kestrel.example')
  const { inviteCode } = invite.json<{ inviteCode: string }>()
  await ok(guest.post(`/api/invite/accept?InviteCode=${inviteCode}`))
  const { rows } = await portal.system.query<{ id: string }>(
    `select id from portal_user where email = 'new@kestrel.example'`,
  )
  await ok(akiko.send('DELETE', `/api/admin/deactivate?userId=${rows[0]!.id}`))
  const checkout = await openCheckout(portal.stranger, 'ACC-31')
  await payOnPage(portal, checkout)
  await paid(portal.stranger, checkout.sessionId)
}

test('a position that was never assigned, and events that are no longer kept', async () => {
  const unknown = await run<{ failed: string }>(['follow', '--after', '100000'], env)
  expect(unknown.failed).toMatch(/^409: There is no position 100000 here/)
  await portal.system.query(
    `update outbox_event set created_at = now() - interval '401 days' where position <= 3`,
  )
  await sweep(portal.system, { eventsKeptDays: 400 })
  const late = start<PortalEvent | { missed: string }>(['follow', '--after', '1'], env)
  await vi.waitFor(() => expect(late.said.length).toBeGreaterThan(1), 10_000)
  expect(late.said[0]).toHaveProperty('missed')
  expect(late.said[1]).toHaveProperty('position', 4)
})
