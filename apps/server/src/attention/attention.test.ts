import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { shownItem } from '@portal/domain/attention/attention-shown'
import type { AttentionPage, ShownItem } from '@portal/domain/attention/attention.schema'
import { attentionKeys } from '@portal/domain/attention/attention-keys'
import {
  givenKeptEvent,
  givenOnHold,
  givenPurchaseInReview,
  givenRefund,
  givenRefusedMail,
  givenRejectedImport,
  givenUnknownPayment,
} from '../../test/attention/attention.ts'
import { startDesk, type Desk } from '../../test/attention/attention-desk.ts'
import { givenPayer } from '../../test/payments/payments.ts'
import type { Browser, TestPortal } from '../../test/portal/portal.ts'
import { examineBooks, examineImports, examineMail } from '../commands/examine-operations.ts'
import { readFigures } from '../integration/business-metrics.ts'
import {
  pauseAutomaticCharging,
  startCharging,
  stopCharging,
} from '../payments/charge/charging-stop.ts'
import { inTransaction, withAccount } from '../platform/database/database.ts'
import { sessionHash } from '../session/session.queries.ts'
import { countAttention, readAttention } from './attention.queries.ts'

let desk: Desk
let portal: TestPortal
let maya: Browser
let omar: Browser
let luis: Browser

beforeAll(async () => {
  desk = await startDesk()
  ;({ portal, maya, omar } = desk)
  const { given, system } = portal
  await givenPayer(portal, 'A1')
  await given.company('B1', 'Kanarienvogel')
  await givenOnHold(system, 'A1', 'A-1')
  await givenOnHold(system, 'B1', 'B-1')
  await givenRefund(system, 'B1', 'B-2')
  await givenKeptEvent(system, 'evt_1')
  await givenPurchaseInReview(portal.owner, 'visitor@v.example')
  await givenRejectedImport(portal.owner, 'ERP')
  await givenUnknownPayment(system, 'B1', 'pi_1')
  await givenRefusedMail(system, 'B1', 'gone@b.example')
  luis = await portal.person(
    'luis@a.example',
    'A1',
    ['AccessInvoices', 'PayInvoices', 'AccessLicenses', 'AccessErfs', 'ManageUsers'],
    ['Licenses'],
  )
})
afterAll(() => portal.close())

const all = ['onHold', 'unknown', 'purchases', 'events', 'mails', 'imports', 'moneyBack']

test('a stranger, a company admin and a forged digest get neither items nor a number', async () => {
  for (const path of ['', '/count', '?list=mails', '?companyFilter=A1']) {
    expect((await portal.stranger.get(`/api/attention${path}`)).statusCode).toBe(401)
    expect((await luis.get(`/api/attention${path}`)).statusCode).toBe(403)
  }
  const { deps } = portal
  for (const hash of [sessionHash(luis.token!), sessionHash('unknown'), Buffer.alloc(0)]) {
    expect(await readAttention(deps, hash, { limit: 10 })).toEqual([])
    expect(await countAttention(deps.db, hash)).toBe(0)
  }
})

test("the web role cannot read the view, nor act on it without a super admin's session", async () => {
  const { db } = portal.deps
  for (const what of [
    '* from attention_item',
    `is_session_of_super_admin('x')`,
    `end_charging_stops('{all}')`,
  ])
    await expect(db.query(`select ${what}`), what).rejects.toThrow(/permission denied/)
  const purchase = (await desk.list('purchases'))[0]!.id
  const upload = (await desk.list('imports'))[0]!.id
  await stopCharging(portal.system, 'a test')
  const { rows } = await db.query(
    `select close_reviewed_purchase($1, $2, 'paid') as closed, note_rejected_import($1, $3) as noted,
            start_charging($1, 'all') as started`,
    [sessionHash(luis.token!), purchase, upload],
  )
  expect(rows).toEqual([{ closed: false, noted: false, started: false }])
  expect(await startCharging(portal.system)).toEqual(['all'])
})

test('an expired session, or one of a former super admin, reads nothing', async () => {
  const gone = await portal.person('gone@p.example', 'P1', [], [], 'SuperAdmin')
  const hash = sessionHash(gone.token!)
  const total = () => countAttention(portal.deps.db, hash)
  expect(await total()).toBeGreaterThan(0)
  const change = (values: string) =>
    portal.system.query(`update portal_user set ${values} where email = 'gone@p.example'`)
  await change(`role = 'User'`)
  expect(await total()).toBe(0)
  expect((await gone.get('/api/attention')).statusCode).toBe(403)
  await change(`role = 'SuperAdmin'`)
  expect(await total()).toBeGreaterThan(0)
  await change('deactivated_at = now()')
  expect(await total()).toBe(0)
})

test('every list names its items, their companies, ages and reasons, and is counted', async () => {
  const { lists, stops } = await desk.page()
  expect(stops).toEqual([])
  expect(lists.map(({ key }) => key)).toEqual(attentionKeys.filter((key) => all.includes(key)))
  const rows = Object.fromEntries(lists.map(({ key, items }) => [key, items]))
  const [refused, review] = ['gone@b.example', 'visitor@v.example']
  expect(rows).toMatchObject({
    onHold: [
      {
        accountId: 'A1',
        companyName: 'Company A1',
        id: 'A-1',
        invoiceNumber: 'A-1',
        amountCents: 7000,
        payments: [{ cents: 10_000 }],
      },
      { accountId: 'B1', companyName: 'Kanarienvogel', id: 'B-1' },
    ],
    mails: [{ subject: refused, detail: 'Payment received: 550 5.1.1 mailbox unknown' }],
    imports: [
      { accountId: null, subject: 'ERP', detail: expect.stringMatching(/^2 records were/) },
    ],
    purchases: [{ accountId: null, subject: review, amountCents: 100 }],
    events: [{ id: 'evt_1', detail: 'The card provider does not know the object.' }],
    moneyBack: [{ subject: 'B-2', detail: 'refund succeeded' }],
  })
  // All items except the refund, which requires no action.
  expect(await desk.count()).toBe(7)
  expect(await readFigures(portal.system)).toMatchObject({
    portal_invoices_on_hold: 2,
    portal_payments_unknown: 1,
    portal_payments_need_person: 1,
    portal_mails_given_up: 1,
    portal_imports_rejected: 1,
  })
  for (const [examine, problem] of [
    [examineBooks, /^2 invoices on hold \(A-1 of A1, B-1 of B1\)/],
    [examineMail, /^1 mail tried 20 times/],
    [examineImports, /^1 import rejected, first of key ERP: 2 rec/],
  ] as const)
    await expect(examine(portal.system)).rejects.toThrow(problem)
})

test('a long list shows its oldest items and a count; the list on its own page has them all', async () => {
  for (let nth = 0; nth < 12; nth += 1) await givenUnknownPayment(portal.system, 'A1', `pi_l${nth}`)
  const shortened = (await desk.page()).lists.find(({ key }) => key === 'unknown')!
  expect(shortened).toMatchObject({ total: 13 })
  expect(shortened.items).toHaveLength(10)
  expect(shortened.items[0]!.id).toBe('pi_1')
  expect(await desk.list('unknown')).toHaveLength(13)
  expect((await maya.get('/api/attention?list=toString')).statusCode).toBe(400)
  await portal.system.query(`delete from unknown_intent where intent_id like 'pi_l%'`)
})

test('a missing item, an item of another company and an impossible action are refused', async () => {
  const onHold = await desk.item('onHold', 'A-1')
  for (const [what, item] of [
    ['mails/fly', onHold],
    ['toString/call', onHold],
    ['onHold/constructor', onHold],
    ['onHold/explain', { ...onHold, accountId: null }],
    ['attempts/ask', { accountId: 'A1', id: randomUUID() }],
    ['mails/send', { accountId: 'A1', id: 'x' }],
  ] as const)
    expect((await desk.act(maya, what, item)).status, what).toBe(404)
  const mail = await desk.item('mails', 'gone@b.example')
  // The right id with the wrong company changes nothing.
  expect((await desk.act(maya, 'mails/send', { ...mail, accountId: 'A1' })).status).toBe(409)
  expect((await desk.list('mails')).map(({ id }) => id)).toEqual([mail.id])
})

test('an invoice that was paid in another currency is listed, with no action', async () => {
  const change = (currency: string) =>
    withAccount(portal.system, 'A1', (tx) =>
      tx.run(sql`update invoice set currency = ${currency} where invoice_number = 'A-1'`),
    )
  await change('EUR')
  expect(await desk.list('otherCurrency')).toMatchObject([
    { subject: 'A-1', currency: 'EUR', detail: 'A payment of it was in USD', canAct: false },
  ])
  await change('USD')
  expect((await desk.page()).lists.map(({ key }) => key)).not.toContain('otherCurrency')
})

test('an item of no company is not resolved in a company, whose history would show it', async () => {
  const wrong = { events: 'setAside', purchases: 'handedOut', imports: 'seen' } as const
  for (const [list, action] of Object.entries(wrong)) {
    const [item] = await desk.list(list as keyof typeof wrong)
    for (const accountId of ['A1', 'NOPE'])
      expect((await desk.act(maya, `${list}/${action}`, { ...item!, accountId })).status).toBe(404)
    expect(await desk.list(list as keyof typeof wrong)).toHaveLength(1)
  }
  const event = await desk.item('events', 'payment_intent.succeeded of pi_nowhere')
  expect((await desk.act(maya, 'events/retry', { ...event, accountId: 'A1' })).status).toBe(404)
  expect(await desk.historyOf('A1')).toEqual([])
})

test('an invoice on hold is explained as by the command: payable, off the list, and in the history', async () => {
  const onHold = await desk.item('onHold', 'A-1')
  const [paid] = onHold.payments!
  const payments = [{ id: paid!.id, cents: 10_000 }]
  const explain = (who: Browser, more: object) => desk.act(who, 'onHold/explain', onHold, more)
  const shown = shownItem(onHold)
  expect(await explain(maya, { payments: [], shown })).toMatchObject({
    status: 409,
    message: expect.stringContaining('name for each of its payments'),
  })
  expect(await explain(maya, { payments, shown: { ...shown, amountCents: 6999 } })).toEqual({
    status: 409,
    message: expect.stringMatching(
      /^The item has changed\. It was A-1, \$69\.99, .* A-1, \$70\.00, /,
    ),
  })
  expect(await desk.count()).toBe(7)
  const answers = await Promise.all(
    [maya, omar, maya].map((who) => explain(who, { payments, shown })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 200)!.message).toBe(
    'Invoice A-1 is explained: $70.00 of it can be paid.',
  )
  for (const { message } of answers.filter(({ status }) => status === 409))
    expect(message).toMatch(/^(maya|omar) Test already resolved it \(.* UTC\)\.$/)
  expect((await desk.historyOf('A1'))[0]).toMatch(
    /^(maya|omar) Test: Reconciled invoice A-1: its balance of \$70\.00 contains \$100\.00 of payment .* \(on behalf of the company\)$/,
  )
  expect(await desk.historyOf('A1')).toHaveLength(1)
  expect((await desk.list('onHold')).map(({ id }) => id)).toEqual(['B-1'])
  expect((await readFigures(portal.system)).portal_invoices_on_hold).toBe(1)
  const payer = await portal.signIn('payer@a1.example')
  const invoice = (await payer.get('/api/invoice/details/A-1')).json<{ id: string }>()
  expect(invoice).toMatchObject({ isOnHold: false, balanceDue: 70 })
  expect((await payer.post(`/api/invoice/${invoice.id}/payment`)).statusCode).toBe(200)
})

test('a refused email is resent or discarded, each once', async () => {
  const mail = await desk.item('mails', 'gone@b.example')
  const [first, second] = await Promise.all([
    desk.act(maya, 'mails/send', mail),
    desk.act(maya, 'mails/send', mail),
  ])
  expect([first.status, second.status].sort()).toEqual([200, 409])
  expect(await desk.list('mails')).toEqual([])
  expect(await desk.act(omar, 'mails/giveUp', mail)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^maya Test already resolved it/),
  })
  const { rows } = await portal.system.query(
    'select tries, next_try_at <= now() as due, given_up_at from mail where id = $1',
    [mail.id],
  )
  expect(rows).toEqual([{ tries: 0, due: true, given_up_at: null }])
  // After 20 more refusals the mail is listed again, and a new decision is possible.
  await portal.system.query('update mail set tries = 20 where id = $1', [mail.id])
  expect(await desk.act(omar, 'mails/giveUp', mail)).toEqual({
    status: 200,
    message: 'The email to gone@b.example will not be sent again.',
  })
  expect(await desk.list('mails')).toEqual([])
  expect((await readFigures(portal.system)).portal_mails_given_up).toBe(0)
  expect(await desk.historyOf('B1')).toEqual([
    'omar Test: Stopped sending the refused email "Payment received" to gone@b.example (on behalf of the company)',
    'maya Test: Resent the refused email "Payment received" to gone@b.example (on behalf of the company)',
  ])
})

test('the mail of a visitor without a company is in the history of the provider company', async () => {
  await givenRefusedMail(portal.system, '-', 'visitor@v.example')
  const mail = await desk.item('mails', 'visitor@v.example')
  expect(mail).toMatchObject({ accountId: null, companyName: null })
  expect((await desk.act(maya, 'mails/giveUp', mail)).status).toBe(200)
  expect((await desk.historyOf('P1'))[0]).toBe(
    'maya Test: Stopped sending the refused email "Payment received" to visitor@v.example',
  )
})

test('a handled item leaves its list once, with a line of history', async () => {
  await portal.given.invoice('A1', 'A-9', { category: 'Licences' })
  await portal.system.query(
    sql`insert into billed_category select account_id, invoice_category_id from invoice where invoice_number = 'A-9'`,
  )
  for (const [key, subject, action, company, entry] of [
    [
      'unknown',
      'U-1',
      'acknowledge',
      'B1',
      /Acknowledged the unknown payment pi_1 for invoice U-1/,
    ],
    ['purchases', 'visitor@v.example', 'refunded', 'P1', / as refunded$/],
    ['imports', 'ERP', 'seen', 'P1', / as handled$/],
    ['unreadCategories', 'Licences', 'intended', 'A1', /no user sees .* category Licences /],
  ] as const) {
    const one = await desk.item(key, subject)
    const both = [maya, omar].map((who) => desk.act(who, `${key}/${action}`, one))
    expect((await Promise.all(both)).map(({ status }) => status).sort(), key).toEqual([200, 409])
    expect(await desk.list(key)).toEqual([])
    expect((await desk.historyOf(company))[0]).toMatch(entry)
  }
  const { rows } = await portal.system.query('select state from accreditation_purchase')
  expect(rows).toEqual([{ state: 'expired' }])
})

test('an event is retried and stays listed with its reason until it is set aside', async () => {
  const event = await desk.item('events', 'payment_intent.succeeded of pi_nowhere')
  const again = await desk.act(maya, 'events/retry', event)
  expect(again).toMatchObject({ status: 409 })
  expect(again.message).toMatch(/^It could not be processed: /)
  expect(await desk.list('events')).toHaveLength(1)
  expect((await desk.act(omar, 'events/setAside', event)).status).toBe(200)
  expect(await desk.list('events')).toEqual([])
  expect(await desk.act(maya, 'events/retry', event)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^omar Test already resolved it/),
  })
  expect(await desk.historyOf('P1')).toContain(
    'omar Test: Set the event evt_1 (payment_intent.succeeded of pi_nowhere) aside',
  )
  expect((await readFigures(portal.system)).portal_provider_events_kept).toBe(0)
})

test('refunded money is requested again: the invoice is no longer left out', async () => {
  const refund = await desk.item('moneyBack', 'B-2')
  expect(refund.canAct).toBe(true)
  const collect = (who: Browser, shown: ShownItem) =>
    desk.act(who, 'moneyBack/collect', refund, { shown })
  const shown = shownItem(refund)
  const refused = await collect(maya, { ...shown, detail: 'dispute lost' })
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('Refunded')])
  const answers = await Promise.all([maya, omar].map((who) => collect(who, shown)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  // The refund stays in the list for the rest of the week, without an action.
  expect((await desk.item('moneyBack', 'B-2')).canAct).toBe(false)
  expect((await desk.historyOf('B1'))[0]).toMatch(
    /Requested the money of invoice B-2 again \(Refunded on .*\)/,
  )
})

const shownOf = ({ reason, stoppedAt }: AttentionPage['stops'][number]) => ({ reason, stoppedAt })

test('a pause is listed, and ended by one of two people only after the records were sent again', async () => {
  await inTransaction(portal.system, (tx) => pauseAutomaticCharging(tx, 'commits were lost'))
  expect((await desk.page()).stops).toMatchObject([
    { kind: 'automatic', reason: 'commits were lost' },
  ])
  const start = async (who: Browser, payload: object) =>
    (await who.post('/api/attention/charging', { payload })).statusCode
  expect(await start(maya, { kind: 'automatic', booksWereSentAgain: false })).toBe(409)
  expect(await start(maya, { kind: 'new_instance', booksWereSentAgain: true })).toBe(400)
  const stop = (await desk.page()).stops[0]!
  const wanted = { kind: 'automatic', booksWereSentAgain: true, shown: shownOf(stop) }
  for (const other of [{ reason: 'a test' }, { stoppedAt: '2026-01-01T00:00:00.000Z' }]) {
    const shown = { ...shownOf(stop), ...other }
    expect(await start(maya, { ...wanted, shown })).toBe(409)
  }
  expect((await Promise.all([start(maya, wanted), start(omar, wanted)])).sort()).toEqual([200, 409])
  expect((await desk.page()).stops).toEqual([])
  expect((await desk.historyOf('P1'))[0]).toMatch(
    /AutoPay and payments of several invoices started again after a stop$/,
  )
})

test('an empty portal has no items that need attention', async () => {
  await withAccount(portal.system, 'B1', (tx) =>
    tx.connection.query(`update invoice set books_balance_cents = 0 where invoice_number = 'B-1'`),
  )
  expect(await desk.count()).toBe(0)
  expect((await desk.page()).lists.map(({ key }) => key)).toEqual(['moneyBack'])
})
