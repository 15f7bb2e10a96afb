import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  givenKeptEvent,
  givenOnHold,
  givenPurchaseInReview,
  givenRefund,
  givenRefusedMail,
  givenRejectedImport,
  givenUnknownPayment,
} from '../../test/attention.ts'
import { startDesk, type Desk } from '../../test/attention-desk.ts'
import { givenPayer } from '../../test/payments.ts'
import type { Browser, TestPortal } from '../../test/portal.ts'
import { readFigures } from '../integration/business-metrics.ts'
import { pauseAutomaticCharging } from '../platform/charging.ts'
import { inTransaction, withAccount } from '../platform/database.ts'

let desk: Desk
let portal: TestPortal
let maya: Browser
let omar: Browser

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
})
afterAll(() => portal.close())

test('what does not exist, is of another company or makes no sense is refused', async () => {
  const onHold = await desk.item('onHold', 'A-1')
  expect((await desk.act(maya, 'mails/fly', onHold)).status).toBe(404)
  expect((await desk.act(maya, 'toString/call', onHold)).status).toBe(404)
  expect((await desk.act(maya, 'onHold/constructor', onHold)).status).toBe(404)
  expect((await desk.act(maya, 'onHold/explain', { ...onHold, accountId: null })).status).toBe(404)
  expect((await desk.act(maya, 'attempts/ask', { accountId: 'A1', id: randomUUID() })).status).toBe(
    404,
  )
  expect((await desk.act(maya, 'mails/send', { accountId: 'A1', id: 'x' })).status).toBe(404)
  const mail = await desk.item('mails', 'gone@b.example')
  // The right id in the wrong company changes nothing.
  expect(await desk.act(maya, 'mails/send', { ...mail, accountId: 'A1' })).toMatchObject({
    status: 409,
  })
  expect((await desk.list('mails')).map(({ id }) => id)).toEqual([mail.id])
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
  expect(await explain(maya, { payments: [], balanceCents: 7000 })).toMatchObject({
    status: 409,
    message: expect.stringContaining('name for each of its payments'),
  })
  expect(await explain(maya, { payments, balanceCents: 6999 })).toEqual({
    status: 409,
    message: 'The balance of invoice A-1 is now $70.00. Please review it again.',
  })
  expect(await desk.count()).toBe(7)
  const answers = await Promise.all(
    [maya, omar, maya].map((who) => explain(who, { payments, balanceCents: 7000 })),
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
  const shown = (await payer.get('/api/invoice/details/A-1')).json<{ id: string }>()
  expect(shown).toMatchObject({ isOnHold: false, balanceDue: 70 })
  expect((await payer.post(`/api/invoice/${shown.id}/payment`)).statusCode).toBe(200)
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
  // Refused 20 times again: it is listed again, and a new decision is possible.
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

test('the mail of a visitor, who has no company, is in the history of the provider company', async () => {
  await givenRefusedMail(portal.system, '-', 'visitor@v.example')
  const mail = await desk.item('mails', 'visitor@v.example')
  expect(mail).toMatchObject({ accountId: null, companyName: null })
  expect((await desk.act(maya, 'mails/giveUp', mail)).status).toBe(200)
  expect((await desk.historyOf('P1'))[0]).toBe(
    'maya Test: Stopped sending the refused email "Payment received" to visitor@v.example',
  )
})

test('unknown payments, purchases and imports leave their lists once, with a line of history', async () => {
  const cases = [
    [
      'unknown',
      'U-1',
      'acknowledge',
      'B1',
      'Acknowledged the unknown payment pi_1 for invoice U-1',
    ],
    ['purchases', 'visitor@v.example', 'refunded', 'P1', / as refunded$/],
    ['imports', 'ERP', 'seen', 'P1', / as handled$/],
  ] as const
  for (const [key, subject, action, company, told] of cases) {
    const one = await desk.item(key, subject)
    const answers = await Promise.all([
      desk.act(maya, `${key}/${action}`, one),
      desk.act(omar, `${key}/${action}`, one),
    ])
    expect(answers.map(({ status }) => status).sort(), key).toEqual([200, 409])
    expect(await desk.list(key)).toEqual([])
    const [line = ''] = await desk.historyOf(company)
    expect(line).toMatch(told)
  }
  const { rows } = await portal.system.query('select state from accreditation_purchase')
  expect(rows).toEqual([{ state: 'expired' }])
})

test('an event is tried again now and stays with its reason, until it is set aside', async () => {
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
  const answers = await Promise.all([
    desk.act(maya, 'moneyBack/collect', refund),
    desk.act(omar, 'moneyBack/collect', refund),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  // Listed for the rest of the week, with no action left.
  expect((await desk.item('moneyBack', 'B-2')).canAct).toBe(false)
  expect((await desk.historyOf('B1'))[0]).toMatch(
    /Requested the money of invoice B-2 again \(Refunded on .*\)/,
  )
})

test('a pause is named, ended only when the records were sent again, by one of two people', async () => {
  await inTransaction(portal.system, (tx) => pauseAutomaticCharging(tx, 'commits were lost'))
  expect((await desk.page()).stops).toMatchObject([
    { kind: 'automatic', reason: 'commits were lost' },
  ])
  const start = async (who: Browser, payload: object) =>
    (await who.post('/api/attention/charging', { payload })).statusCode
  expect(await start(maya, { kind: 'automatic', booksWereSentAgain: false })).toBe(409)
  expect(await start(maya, { kind: 'new_instance', booksWereSentAgain: true })).toBe(400)
  const wanted = { kind: 'automatic', booksWereSentAgain: true }
  expect((await Promise.all([start(maya, wanted), start(omar, wanted)])).sort()).toEqual([200, 409])
  expect((await desk.page()).stops).toEqual([])
  expect((await desk.historyOf('P1'))[0]).toMatch(
    /AutoPay and payments of several invoices started again after a stop$/,
  )
})

test('an empty portal has nothing that needs attention', async () => {
  await withAccount(portal.system, 'B1', (tx) =>
    tx.connection.query(`update invoice set books_balance_cents = 0 where invoice_number = 'B-1'`),
  )
  expect(await desk.count()).toBe(0)
  expect((await desk.page()).lists.map(({ key }) => key)).toEqual(['moneyBack'])
})
